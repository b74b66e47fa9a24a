// The graph of a rating, to be walked through by mouse, touch and arrow keys. It takes the place of the drawing that
// the server made; print and pages without scripts keep that one. The numbers come with the figure, and stand in the
// table of games too.

const DAY = 86400;
const figure = document.querySelector(".pl-graph[data-points]");

if (figure && window.uPlot && figure.dataset.points !== "None") draw(figure, JSON.parse(figure.dataset.points));

function draw(figure, points) {
  const chart = figure.querySelector(".pl-chart");
  const place = chart.querySelector(".pl-plot");
  const read = chart.querySelector(".pl-read");
  const { zone: timeZone } = figure.dataset;
  const language = figure.dataset.language === "en" ? "en-GB" : figure.dataset.language;
  const starts = points.flatMap((point, at) => (point[4] ? [{ at, name: point[4] }] : []));
  const mu = points.map((point) => point[1]);
  const high = points.map((point) => point[1] + 2 * point[2]);
  const low = points.map((point) => point[1] - 2 * point[2]);
  const numbers = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const signed = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero",
  });
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone });
  const hours = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", timeZone });
  let over = "time";
  let plot = null;
  let walked = points.length - 1;
  let sent = null;

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const xs = () => points.map((point, at) => (over === "time" ? point[0] : at + 1));

  function tell(at) {
    if (at == null) return;
    walked = at;
    const [seconds, value, sigma, change] = points[at];
    const words = {
      day: days.format(seconds * 1000),
      mu: numbers.format(value),
      band: numbers.format(2 * sigma),
      change: signed.format(change).replace("-", "−"),
    };
    const tournament = starts.filter((start) => start.at <= at).at(-1)?.name;
    const said = figure.dataset.said.replace(/%\((\w+)\)s/g, (_, word) => words[word]);
    read.textContent = tournament ? `${said} · ${tournament}` : said;
  }

  function markers(u) {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.strokeStyle = colour("--edge");
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([2 * devicePixelRatio, 4 * devicePixelRatio]);
    for (const { at } of starts) {
      const x = Math.round(u.valToPos(u.data[0][at], "x", true));
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }

  // A tournament begins: a ring on the line.
  function rings(u) {
    const { ctx } = u;
    ctx.save();
    ctx.fillStyle = colour("--page");
    ctx.strokeStyle = colour("--accent");
    ctx.lineWidth = 2 * devicePixelRatio;
    for (const { at } of starts) {
      ctx.beginPath();
      ctx.arc(u.valToPos(u.data[0][at], "x", true), u.valToPos(mu[at], "y", true), 4 * devicePixelRatio, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    }
    ctx.restore();
  }

  function options() {
    const axis = {
      stroke: () => colour("--ink-2"),
      grid: { stroke: () => colour("--line"), width: 1 },
      ticks: { show: false },
      font: "500 12px system-ui, sans-serif",
    };
    const short = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone });
    const year = new Intl.DateTimeFormat(language, { month: "short", year: "numeric", timeZone });
    const label = (value, step) =>
      over === "games" ? (Number.isInteger(value) ? String(value) : "") : (step > 27 * DAY ? year : step < DAY ? hours : short).format(value * 1000);
    const none = { points: { show: false }, width: 0 };
    return {
      width: place.clientWidth,
      height: place.clientWidth > 500 ? 280 : 240,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 9 } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, space: 80, size: 30, values: (_, values, __, ___, step) => values.map((value) => label(value, step)) },
        { ...axis, size: 40, values: (_, values) => values.map((value) => numbers.format(value).replace(/[.,]0$/, "")) },
      ],
      series: [
        {},
        { ...none, stroke: "transparent" },
        { ...none, stroke: "transparent" },
        { stroke: () => colour("--accent"), width: 2.25, points: { show: points.length < 40, size: 5 } },
      ],
      bands: [{ series: [1, 2], fill: () => colour("--accent") + "2b" }],
      hooks: { drawAxes: [markers], draw: [rings], setCursor: [(u) => tell(sent ?? u.cursor.idx)] },
    };
  }

  function show() {
    plot?.destroy();
    plot = new uPlot(options(), [xs(), high, low, mu], place);
    go(walked);
  }

  function go(at) {
    const to = Math.max(0, Math.min(points.length - 1, at));
    sent = to;
    plot.setCursor({ left: plot.valToPos(plot.data[0][to], "x"), top: 0 });
    tell(to);
  }

  place.addEventListener("pointermove", () => (sent = null), true);
  place.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: walked - 1, ArrowRight: walked + 1, Home: 0, End: points.length - 1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    go(steps[event.key]);
  });
  for (const button of chart.querySelectorAll("[data-over]")) {
    button.addEventListener("click", () => {
      over = button.dataset.over;
      for (const other of chart.querySelectorAll("[data-over]")) {
        other.setAttribute("aria-pressed", String(other === button));
      }
      show();
    });
  }

  figure.classList.add("drawn");
  chart.hidden = false;
  show();
  new ResizeObserver(() => place.clientWidth !== plot.width && show()).observe(place);
  new MutationObserver(() => plot.redraw()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plot.redraw());
}
