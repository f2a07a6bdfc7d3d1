import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

import { truncateText } from "../format.ts";
import { imageFromSvg, pngFromCanvas } from "../svg-image.ts";
import { type LegendEntry, Swatch } from "./legend.tsx";

export interface ChartPictureTexts {
  title: string;
  subtitle: string;
  /** The date of the values. */
  note: string;
}

interface ChartPictureProps extends ChartPictureTexts {
  legend: readonly LegendEntry[];
  plot: ReactNode;
}

const [width, height] = [800, 450];
/** Pixels of the file for a unit. */
const scale = 2;
const plotBox = { x: 64, y: 104, width: 704, height: 260 };
/** The advance of a character of the legend, in which all are equally wide. */
const characterWidth = 6.6;

const families = {
  heading: "Bricolage Grotesque Variable",
  text: "Instrument Sans Variable",
  mono: "Geist Mono Variable",
};

/** A chart with its title and legend, as it is saved. */
function ChartPicture({ title, subtitle, legend, note, plot }: ChartPictureProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
      fontFamily={families.text}
    >
      <rect width={width} height={height} fill="var(--background)" />
      <text
        x={32}
        y={52}
        fill="var(--ink)"
        fontFamily={families.heading}
        fontSize={28}
        fontWeight={700}
        fontStretch="77%"
      >
        {truncateText(title, 60)}
      </text>
      <text x={32} y={78} fill="var(--soft)" fontSize={15}>
        {truncateText(subtitle, 110)}
      </text>
      <svg {...plotBox} overflow="visible">
        {plot}
      </svg>
      {legend.map(({ name, mark }, index) => (
        <g key={name} transform={`translate(${legendStart(legend, index)} ${height - 46})`}>
          <Swatch {...mark} />
          <text x={20} y={9} fill="var(--soft)" fontFamily={families.mono} fontSize={11}>
            {name}
          </text>
        </g>
      ))}
      <text x={plotBox.x} y={height - 16} fill="var(--faint)" fontSize={12}>
        {note}
      </text>
    </svg>
  );
}

/** The place of an entry after the entries before it. */
function legendStart(legend: readonly LegendEntry[], index: number): number {
  return legend.slice(0, index).reduce((x, { name }) => x + name.length * characterWidth + 44, plotBox.x);
}

/** A PNG file of a chart in the colours of the current theme, of 1600 by 900 pixels. */
export async function drawPicture(picture: ChartPictureProps): Promise<Blob> {
  const svg = renderSvg(<ChartPicture {...picture} />);
  for (const token of [
    "--background",
    "--ink",
    "--soft",
    "--faint",
    "--line",
    "--edge",
    "--fault",
    "--amber",
  ])
    svg.style.setProperty(token, themeColor(token));
  svg.style.setProperty("--font-mono", families.mono);
  svg.style.setProperty("--chart-scale", String(scale));
  const image = await imageFromSvg(svg);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: width * scale, height: height * scale });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return pngFromCanvas(canvas, "The picture can't be saved. Try again, or export as CSV.");
}

function renderSvg(picture: ReactNode): SVGSVGElement {
  const container = document.createElement("div");
  const root = createRoot(container);
  flushSync(() => root.render(picture));
  const svg = container.querySelector("svg");
  if (!svg) throw new Error("The picture is empty.");
  const copy = svg.cloneNode(true) as SVGSVGElement;
  root.unmount();
  return copy;
}

/** The colour of a token in the current theme. */
function themeColor(token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
