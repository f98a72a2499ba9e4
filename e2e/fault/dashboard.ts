import type { Panel, Series } from "./prometheus";

/** A part of the day that is marked in every panel; moments in seconds. */
export interface Part {
  name: string;
  from: number;
  to: number;
}

/** Seconds between two values beyond which nothing was seen. */
const gap = 150;
const width = 560;
const height = 190;
const plot = { left: 56, right: 10, top: 26, bottom: 34 };
const colors = [
  "#1971c2",
  "#e8590c",
  "#2f9e44",
  "#9c36b5",
  "#c92a2a",
  "#0c8599",
  "#5c940d",
  "#868e96",
  "#f08c00",
  "#343a40",
];

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const short = (text: string) => (text.length > 34 ? `${text.slice(0, 33)}…` : text);

/** A figure as people read it beside an axis. */
function figure(value: number, unit: string): string {
  if (unit === "percentunit") return `${Math.round(value * 100)} %`;
  if (unit === "bytes") return `${Math.round(value / 2 ** 20)} MiB`;
  const text = value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));
  return unit === "s" ? `${text} s` : unit === "reqps" ? `${text}/s` : text;
}

const labelOf = ({ metric }: Series, legend: string) =>
  legend.replace(/\{\{(\w+)\}\}/g, (_, name: string) => metric[name] ?? "");

/** One panel: a line for each series, the largest eight of them named. */
function drawPanel(panel: Panel, series: Series[], from: number, to: number, parts: Part[]): string {
  const finite = series.map((one) => ({
    label: labelOf(one, panel.legend),
    points: one.values.map(([at, value]) => [at, Number(value)] as const).filter(([, value]) => Number.isFinite(value)),
  }));
  const most = Math.max(...finite.flatMap(({ points }) => points.map(([, value]) => value)), 0) || 1;
  const [wide, high] = [width - plot.left - plot.right, height - plot.top - plot.bottom];
  const x = (at: number) => Math.round(plot.left + ((at - from) / (to - from)) * wide);
  const y = (value: number) => Math.round(plot.top + high * (1 - value / most));
  const largest = (points: (readonly [number, number])[]) => Math.max(0, ...points.map(([, value]) => value));
  const shown = finite.toSorted((one, other) => largest(other.points) - largest(one.points)).slice(0, 8);
  const marks = parts.map(
    ({ from: begun, to: ended }, n) =>
      `<rect x="${x(begun)}" y="${plot.top}" width="${Math.max(2, x(ended) - x(begun))}" height="${high}" fill="#fa5252" opacity=".09"/><text x="${x(begun)}" y="${plot.top + 9}" class="n">${n + 1}</text>`,
  );
  const grid = [0, 0.5, 1].map(
    (part) =>
      `<line x1="${plot.left}" x2="${width - plot.right}" y1="${y(part * most)}" y2="${y(part * most)}" stroke="#dee2e6"/><text x="${plot.left - 5}" y="${y(part * most) + 3}" class="a">${escaped(figure(part * most, panel.unit))}</text>`,
  );
  const lines = shown.map(({ points }, n) => {
    // A gap in what was recorded is one in the line; what goes on as it is needs no points.
    const drawn = points.map(([at, value], of) => {
      const [before, after] = [points[of - 1], points[of + 1]];
      const isNew = !before || at - before[0] > gap;
      const isLast = !after || after[0] - at > gap;
      if (!isNew && !isLast && y(before[1]) === y(value) && y(after[1]) === y(value)) return "";
      return `${isNew ? "M" : "L"}${x(at)} ${y(value)}`;
    });
    return `<path d="${drawn.join("")}" stroke="${colors[n]}"/>`;
  });
  const legends = shown.map(
    ({ label }, n) => `<tspan fill="${colors[n]}">${n ? "  " : ""}● </tspan><tspan>${escaped(short(label))}</tspan>`,
  );
  const rows = [legends.slice(0, 4), legends.slice(4)].map(
    (row, n) => `<text x="${plot.left}" y="${height - 18 + n * 12}" class="l">${row.join("")}</text>`,
  );
  return `<text x="${plot.left}" y="15" class="t">${escaped(panel.title)}</text>${marks.join("")}${grid.join("")}<g fill="none" stroke-width="1.3">${lines.join("")}</g>${rows.join("")}`;
}

/** All panels, two beside each other, as the dashboard has them, and what the marked parts of the day are. */
export function drawDashboard(
  drawn: { panel: Panel; series: Series[] }[],
  parts: Part[],
  from: number,
  to: number,
): string {
  const panels = drawn.map(
    ({ panel, series }, n) =>
      `<g transform="translate(${(n % 2) * width} ${34 + Math.floor(n / 2) * height})">${drawPanel(panel, series, from, to, parts)}</g>`,
  );
  const words = parts.map(({ name }, n) => `${n + 1} ${name}`).join("   ");
  const [whole, tall] = [2 * width, 40 + Math.ceil(drawn.length / 2) * height];
  const style =
    "text{font:10px sans-serif;fill:#495057;white-space:pre}.t{font:600 12px sans-serif;fill:#212529}.a{text-anchor:end;font-size:9px}.n{font-size:8px;fill:#c92a2a}.l{font-size:9px}";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${tall}" width="${whole}" height="${tall}"><title>The panels of the dashboard on a bad day</title><style>${style}</style><rect width="100%" height="100%" fill="#fff"/><text x="${plot.left}" y="20">${escaped(words)}</text>${panels.join("")}</svg>\n`;
}
