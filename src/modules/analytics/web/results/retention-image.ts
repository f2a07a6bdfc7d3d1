import type { VideoResults } from "#modules/analytics/contract/videos.ts";
import { frameStart } from "#modules/media/rules/frames.ts";
import { formatMediaTime } from "#ui/format.ts";

import { newPicture, toPng } from "../charts/chart-image.ts";
import { linePath } from "../charts/paths.ts";
import { retentionCurve, highestShare } from "./retention-lanes.tsx";

const plot = {
  x: 60,
  width: 1480,
  strip: { y: 196, height: 90 },
  curve: { y: 310, height: 440 },
  comments: 790,
};
const tiles = 12;

/** A PNG picture of the retention curve with pictures of the video, its steepest moments and the comments of the review. */
export async function drawRetention(results: VideoResults, duration: number): Promise<Blob> {
  const { title, publication, retention, comments, video } = results;
  if (!retention) throw new Error("There is no retention to export yet. Try again when it has arrived.");
  const { canvas, context, colours } = newPicture({
    title,
    subtitle: `Audience retention · ${publication.channel || publication.platform}`,
  });
  const xAtSeconds = (seconds: number) => plot.x + (seconds / duration) * plot.width;
  const { points, marks } = retention;
  const top = highestShare(points);
  const yAtShare = (share: number) => plot.curve.y + plot.curve.height * (1 - share / top);
  await drawStrip(context, video.storyboard, duration);
  context.font = "24px 'Geist Mono Variable', monospace";
  for (let share = 0; share <= top; share += 0.5) {
    context.fillStyle = share === 0 ? colours.edge : colours.line;
    context.fillRect(plot.x, yAtShare(share), plot.width, 2);
  }
  const rate = video.rate;
  for (const { kind, seconds, endSeconds, frame, endFrame } of marks) {
    const [from, to] = rate
      ? [frameStart(frame, { rate, startSeconds: 0 }), frameStart(endFrame, { rate, startSeconds: 0 })]
      : [seconds, endSeconds];
    context.fillStyle = kind === "drop" ? colours.fault : colours.soft;
    context.globalAlpha = 0.2;
    context.fillRect(xAtSeconds(from), plot.curve.y, xAtSeconds(to) - xAtSeconds(from), plot.curve.height);
    context.globalAlpha = 1;
    context.fillRect(xAtSeconds(from), plot.curve.y, Math.max(3, xAtSeconds(to) - xAtSeconds(from)), 8);
  }
  const path = new Path2D();
  const curve = linePath(retentionCurve(points, ({ audienceWatchRatio }) => audienceWatchRatio / top));
  const { y, height } = plot.curve;
  path.addPath(new Path2D(curve), new DOMMatrix([plot.width / 100, 0, 0, height / 100, plot.x, y]));
  context.strokeStyle = colours.ink;
  context.lineWidth = 5;
  context.lineJoin = "round";
  context.stroke(path);
  // On the curve, which they would otherwise be crossed by.
  context.textAlign = "right";
  for (let share = 0.5; share <= top; share += 0.5) {
    const label = `${share * 100}%`;
    const width = context.measureText(label).width + 16;
    context.fillStyle = colours.background;
    context.fillRect(plot.x + plot.width - width, yAtShare(share) - 18, width, 36);
    context.fillStyle = colours.soft;
    context.fillText(label, plot.x + plot.width - 8, yAtShare(share) + 8);
  }
  for (const { seconds, resolved } of comments) {
    context.fillStyle = resolved ? colours.edge : colours.ink;
    context.beginPath();
    context.arc(xAtSeconds(seconds), plot.comments, 9, 0, 2 * Math.PI);
    context.fill();
  }
  context.fillStyle = colours.soft;
  for (const [share, align] of [
    [0, "left"],
    [0.5, "center"],
    [1, "right"],
  ] as const) {
    context.textAlign = align;
    context.fillText(formatMediaTime(share * duration), xAtSeconds(share * duration), plot.comments + 60);
  }
  return toPng(canvas);
}

/** Draws pictures of the video, or leaves their place empty where they can't be loaded. */
async function drawStrip(
  context: CanvasRenderingContext2D,
  storyboard: VideoResults["video"]["storyboard"],
  duration: number,
): Promise<void> {
  if (!storyboard) return;
  const { url, columns, rows, count, intervalSeconds, tileWidth, tileHeight } = storyboard;
  const sheet = await loadImage(url).catch(() => null);
  if (!sheet) return;
  const width = plot.width / tiles;
  const [sheetTileWidth, sheetTileHeight] = [sheet.naturalWidth / columns, sheet.naturalHeight / rows];
  const cut = Math.min(sheetTileHeight, (sheetTileWidth * plot.strip.height) / width);
  const used = Math.min(sheetTileWidth, (sheetTileHeight * width) / plot.strip.height);
  for (let index = 0; index < tiles; index += 1) {
    const seconds = ((index + 0.5) / tiles) * duration;
    const tile = Math.min(count - 1, Math.round(seconds / intervalSeconds));
    const isWide = tileWidth / tileHeight >= width / plot.strip.height;
    context.drawImage(
      sheet,
      (tile % columns) * sheetTileWidth + (isWide ? (sheetTileWidth - used) / 2 : 0),
      Math.floor(tile / columns) * sheetTileHeight + (isWide ? 0 : (sheetTileHeight - cut) / 2),
      isWide ? used : sheetTileWidth,
      isWide ? sheetTileHeight : cut,
      plot.x + index * width,
      plot.strip.y,
      width,
      plot.strip.height,
    );
  }
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  // An object store is another origin, whose pictures can't be exported without it.
  image.crossOrigin = "use-credentials";
  image.src = url;
  await image.decode();
  return image;
}
