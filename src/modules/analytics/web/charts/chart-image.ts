import { chartDrawing, type LineChartProps, nearest } from "./line-chart.tsx";

type ChartImage = Pick<LineChartProps, "positions" | "lines" | "band" | "format" | "leastStep"> & {
  title: string;
  subtitle: string;
};

/** In pixels. */
const size = { width: 1600, height: 900 };
const plot = { x: 130, y: 210, width: 1400, height: 560 };
const dashes: readonly number[][] = [[], [12, 9]];

/** A PNG picture of a chart in the colours of the current theme. */
export async function drawChart(chart: ChartImage): Promise<Blob> {
  const { canvas, context, colours } = newPicture(chart);
  const { positions, lines, band, format } = chart;
  const drawn = chartDrawing(chart);
  const scaled = (path: string) => {
    const scaledPath = new Path2D();
    const { x, y, width, height } = plot;
    scaledPath.addPath(new Path2D(path), new DOMMatrix([width / 100, 0, 0, height / 100, x, y]));
    return scaledPath;
  };
  context.font = "24px 'Geist Mono Variable', monospace";
  context.textAlign = "right";
  for (const tick of drawn.axis.ticks) {
    const y = plot.y + plot.height * (1 - tick / drawn.axis.max);
    context.fillStyle = tick === 0 ? colours.edge : colours.line;
    context.fillRect(plot.x, y, plot.width, 2);
    context.fillStyle = colours.soft;
    context.fillText(format(tick), plot.x - 16, y + 8);
  }
  if (band) {
    context.fillStyle = colours.line;
    context.fill(scaled(drawn.band));
  }
  for (const [index, path] of drawn.lines.entries()) {
    context.strokeStyle = index === 0 ? colours.ink : colours.soft;
    context.lineWidth = index === 0 ? 5 : 3;
    context.lineJoin = "round";
    context.setLineDash(dashes[index] ?? []);
    context.stroke(scaled(path));
  }
  context.setLineDash([]);
  context.fillStyle = colours.soft;
  const last = positions.length - 1;
  for (const [index, align] of [
    [0, "left"],
    [nearest(drawn.xs, 50), "center"],
    [last, "right"],
  ] as const) {
    context.textAlign = align;
    context.fillText(
      positions[index]?.name ?? "",
      plot.x + (plot.width * (drawn.xs[index] ?? 0)) / 100,
      plot.y + plot.height + 46,
    );
  }
  context.textAlign = "left";
  context.font = "26px 'Instrument Sans Variable', sans-serif";
  const names = [...lines.map(({ name }) => name), ...(band ? [band.name] : [])];
  if (names.length > 1) context.fillText(names.join("   ·   "), plot.x, size.height - 36);
  return toPng(canvas);
}

interface Colours {
  background: string;
  ink: string;
  soft: string;
  line: string;
  edge: string;
  fault: string;
}

interface Picture {
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D;
  colours: Colours;
}

/** An empty picture with a title, in the colours of the current theme. */
export function newPicture({ title, subtitle }: { title: string; subtitle: string }): Picture {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw pictures. Use another browser, or export as CSV.");
  const colours = {
    background: themeColour("--background"),
    ink: themeColour("--ink"),
    soft: themeColour("--soft"),
    line: themeColour("--line"),
    edge: themeColour("--edge"),
    fault: themeColour("--fault"),
  };
  context.fillStyle = colours.background;
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = colours.ink;
  context.font = "700 56px 'Bricolage Grotesque Variable', sans-serif";
  context.fillText(title, 60, 104, size.width - 120);
  context.fillStyle = colours.soft;
  context.font = "30px 'Instrument Sans Variable', sans-serif";
  context.fillText(subtitle, 60, 156, size.width - 120);
  return { canvas, context, colours };
}

/** The colour of a token in the current theme. */
function themeColour(token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

export async function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((file) => {
      if (file) resolve(file);
      else reject(new Error("The picture can't be saved. Try again, or export as CSV."));
    }, "image/png");
  });
}
