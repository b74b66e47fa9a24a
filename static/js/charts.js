// Draws the tables of figures as bars: `data-chart` names the table, whose rows have their number in `data-value`, what
// they are about in the first cell and the number as one reads it in the last. The table stays behind the drawing.

const places = [...document.querySelectorAll("[data-chart]")];
const drawn = new Map();

if (window.uPlot) {
  drawAll();
  for (const place of places) fold(place);
  document.addEventListener("live:changed", drawAll);
  addEventListener("resize", drawAll);
  new MutationObserver(drawAll).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
}

function drawAll() {
  for (const place of document.querySelectorAll("[data-chart]")) draw(place);
}

function fold(place) {
  document.querySelector(place.dataset.chart)?.closest("details")?.removeAttribute("open");
}

function draw(place) {
  drawn.get(place)?.destroy();
  const rows = [...(document.querySelector(place.dataset.chart)?.tBodies[0].rows ?? [])];
  place.hidden = rows.length === 0;
  if (place.hidden) return;
  const labels = rows.map((row) => row.cells[0].textContent.trim().replaceAll(" ", "\n"));
  const values = rows.map((row) => Number(row.dataset.value));
  const words = rows.map((row) => row.lastElementChild.textContent.trim());
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const font = (weight) => `${weight} 13px ${style.getPropertyValue("--font")}`;

  function tell(u) {
    const { ctx } = u;
    ctx.save();
    ctx.fillStyle = colour("--ink");
    ctx.font = `700 ${13 * devicePixelRatio}px ${style.getPropertyValue("--font")}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "bottom";
    words.forEach((word, at) =>
      ctx.fillText(word, u.valToPos(at, "x", true), u.valToPos(values[at], "y", true) - 4 * devicePixelRatio));
    ctx.restore();
  }

  const lines = Math.max(...labels.map((label) => label.split("\n").length));
  const options = {
    width: place.clientWidth,
    height: 200,
    legend: { show: false },
    cursor: { show: false },
    padding: [24, 0, 0, 0],
    scales: {
      x: { time: false, range: [-0.6, rows.length - 0.4] },
      y: { range: [0, Math.max(...values) || 1] },
    },
    axes: [
      {
        stroke: colour("--ink-2"), font: font(600), size: 12 + 18 * lines, gap: 6,
        grid: { show: false }, ticks: { show: false }, border: { show: true, stroke: colour("--ink"), width: 2 },
        splits: () => labels.map((_, at) => at), values: () => labels,
      },
      { show: false },
    ],
    series: [{}, { fill: colour("--edge"), width: 0, points: { show: false }, paths: uPlot.paths.bars({ size: [0.7, 72] }) }],
    hooks: { draw: [tell] },
  };
  drawn.set(place, new uPlot(options, [labels.map((_, at) => at), values], place));
}
