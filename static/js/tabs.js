// Where the tabs are broader than the screen, the one that is open is scrolled into sight.

for (const open of document.querySelectorAll(".tabs [aria-current]")) {
  const tabs = open.closest(".tabs");
  tabs.scrollLeft = open.offsetLeft - tabs.offsetLeft - 48;
}
