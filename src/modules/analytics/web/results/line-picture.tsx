import { LinePlot } from "#ui/charts/line-chart.tsx";
import { drawLines, type LineChartData, lineLegend } from "#ui/charts/line-data.ts";
import { type ChartPictureTexts, drawPicture } from "#ui/charts/picture.tsx";

/** A PNG file of a line chart. */
export function drawLineChart(texts: ChartPictureTexts, data: LineChartData): Promise<Blob> {
  return drawPicture({
    ...texts,
    legend: lineLegend(data, data.positions.length - 1),
    plot: <LinePlot drawing={drawLines(data)} format={data.format} />,
  });
}
