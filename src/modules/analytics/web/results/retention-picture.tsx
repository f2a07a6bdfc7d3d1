import { formatMediaTime } from "#core/time.ts";
import type { KeptStoryboard, VideoResults } from "#modules/analytics/contract/videos.ts";
import { frameStart } from "#modules/media/rules/frames.ts";
import { drawPicture } from "#ui/charts/picture.tsx";
import { Plot, PositionAxis } from "#ui/charts/plot.tsx";

import { completeText } from "../figures/format-figures.ts";
import { authorNames } from "./comment-lane.tsx";
import { retentionLegend, RetentionPlot } from "./retention-plot.tsx";
import { tileAt } from "./storyboard.tsx";

/** The lanes of the picture. */
const strip = { y: 0, height: 44 };
const curve = { y: 58, height: 150 };
const comments = { y: 236, height: 24 };
const commentMark = { shape: "dot", color: "var(--amber)" } as const;

/** A PNG file of the retention curve with pictures of the video, its steepest moments and the review comments. */
export async function drawRetention(results: VideoResults, duration: number): Promise<Blob> {
  const { title, publication, retention, video, completeUntil } = results;
  if (!retention) throw new Error("There is no retention to export yet. Try again when it has arrived.");
  const { rate, storyboard } = video;
  const toPercent = (frame: number) =>
    rate ? (frameStart(frame, { rate, startSeconds: 0 }) / duration) * 100 : 0;
  const sheet = storyboard && (await embedSheet(storyboard).catch(() => null));
  const timeNames = [0, 25, 50, 75, 100].map((at) => ({ at, text: formatMediaTime((at / 100) * duration) }));
  return drawPicture({
    title,
    subtitle: `Audience retention · ${publication.channel || publication.platform}`,
    note: completeText(completeUntil),
    legend: [
      ...retentionLegend(retention),
      ...(results.comments.length > 0 ? [{ name: "Review comments", mark: commentMark }] : []),
    ],
    plot: (
      <>
        {storyboard && sheet !== null && <Strip storyboard={storyboard} sheet={sheet} duration={duration} />}
        <Plot {...curve}>
          <RetentionPlot retention={retention} toPercent={toPercent} />
          <PositionAxis names={timeNames} />
        </Plot>
        <Plot {...comments}>
          {results.comments.map(({ id, frame, endFrame }) => (
            <g key={id} stroke={commentMark.color}>
              <line
                x1={`${toPercent(frame)}%`}
                x2={`${toPercent(endFrame)}%`}
                y1={4}
                y2={4}
                strokeWidth={3}
              />
              <circle cx={`${toPercent(frame)}%`} cy={4} r={3.5} fill={commentMark.color} />
            </g>
          ))}
          {authorNames(results.comments, toPercent).map(({ id, name, at }) => (
            <text key={id} x={`${at}%`} y={22} fill="var(--soft)" fontSize={11}>
              {name}
            </text>
          ))}
        </Plot>
      </>
    ),
  });
}

const tiles = 12;

/** Pictures of the whole video beside each other, each of the middle of its part of the time. */
function Strip({
  storyboard,
  sheet,
  duration,
}: {
  storyboard: KeptStoryboard;
  sheet: string;
  duration: number;
}) {
  const { columns, rows, tileWidth, tileHeight } = storyboard;
  return Array.from({ length: tiles }, (_, index) => {
    const { column, row } = tileAt(storyboard, ((index + 0.5) / tiles) * duration);
    return (
      <svg
        key={index}
        {...strip}
        x={`${(index / tiles) * 100}%`}
        width={`${100 / tiles}%`}
        viewBox={`${column * tileWidth} ${row * tileHeight} ${tileWidth} ${tileHeight}`}
        preserveAspectRatio="xMidYMid slice"
      >
        <image href={sheet} width={columns * tileWidth} height={rows * tileHeight} />
      </svg>
    );
  });
}

/** The sheet of the storyboard as a data URL. */
async function embedSheet({ url }: KeptStoryboard): Promise<string> {
  const image = new Image();
  // An object store is another origin, whose pictures can't be exported without it.
  image.crossOrigin = "use-credentials";
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.toDataURL("image/jpeg", 0.9);
}
