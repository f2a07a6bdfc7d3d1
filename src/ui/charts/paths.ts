/** A point in percent of a chart's width and height, from its bottom left. */
export interface Point {
  x: number;
  y: number;
}

function at({ x, y }: Point): string {
  return `${Number(x.toFixed(3))} ${Number((100 - y).toFixed(3))}`;
}

/** The path of a line in a `viewBox` of 100 by 100. Null interrupts it; a single point between two gaps is a short dash. */
export function linePath(points: readonly (Point | null)[]): string {
  let path = "";
  for (const [index, point] of points.entries()) {
    if (!point) continue;
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before) path += `L${at(point)}`;
    else path += after ? `M${at(point)}` : `M${at({ ...point, x: point.x - 0.2 })}h.4`;
  }
  return path;
}

/** The path of the area between two lines with the same number of points. */
export function areaPath(upper: readonly Point[], lower: readonly Point[]): string {
  const around = [...upper, ...lower.toReversed()];
  return around.length === 0 ? "" : `M${around.map(at).join("L")}Z`;
}
