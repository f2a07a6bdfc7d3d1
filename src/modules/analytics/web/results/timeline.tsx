import { type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useMemo } from "react";

import type { ReviewComment, VideoResults } from "#modules/analytics/contract/videos.ts";
import { frameAt, frameStart, timecode } from "#modules/media/rules/frames.ts";
import { chapterAt, TimelineChapters } from "#modules/media/web/public/timeline-chapters.tsx";
import { TimelineMarks } from "#modules/media/web/public/timeline-marks.tsx";
import { WaveformBars } from "#modules/media/web/public/waveform-bars.tsx";
import { classNames } from "#ui/class-names.ts";
import { formatMediaTime } from "#ui/format.ts";
import { Playhead } from "#ui/playhead.tsx";

import { ChartTable } from "../charts/chart-table.tsx";
import { formatShare } from "../figures/format-figures.ts";
import { pointAt, RetentionLane, SimilarVideosLane } from "./retention-lanes.tsx";
import { commentText } from "./review-text.ts";
import { StoryboardStrip, StoryboardTile } from "./storyboard.tsx";
import type { PlayheadState } from "./use-playhead.ts";

interface ResultsTimelineProps {
  results: VideoResults;
  /** Seconds. */
  duration: number;
  playhead: PlayheadState;
  /** The comment that is shown below the timeline. */
  selectedComment: string | null;
  onSelectComment: (id: string) => void;
  /** Shown instead of the curve. */
  withoutRetention: ReactNode;
  onTogglePlay: (() => void) | undefined;
}

const noComments: readonly ReviewComment[] = [];

/** Arrow keys move by an interval of the curve. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** Pictures, sound, retention, comments and chapters of a video on one axis, with one playhead over all of them. */
export function ResultsTimeline(props: ResultsTimelineProps) {
  const { results, duration, playhead, selectedComment, onSelectComment, withoutRetention } = props;
  const { video, retention, chapters } = results;
  const comments = results.comments.length > 0 ? results.comments : noComments;
  const { shown, seconds, pointed, playing, move } = playhead;
  const { rate } = video;
  const times = useMemo(() => rate && { rate, startSeconds: 0 }, [rate]);
  const percentOf = useCallback(
    (frame: number) => (times ? (frameStart(frame, times) / duration) * 100 : 0),
    [times, duration],
  );
  const marks = useMemo(
    () =>
      comments.map((comment) => ({
        id: comment.id,
        from: comment.frame,
        to: comment.frame,
        tone: comment.resolved ? ("done" as const) : ("open" as const),
        selected: comment.id === selectedComment,
        label: `${commentText(comment)}: ${comment.text.slice(0, 80)}`,
      })),
    [comments, selectedComment],
  );
  const chapter = chapterAt(chapters, shown);
  const value = retention && pointAt(retention.points, shown / duration);
  const hasComparison =
    retention?.points.some((point) => point.relativeRetentionPerformance !== null) ?? false;
  const name = (at: number) => (times ? timecode(frameAt(at, times), times.rate) : formatMediaTime(at));
  const pointTo = ({ currentTarget, clientX, pointerType }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    if (pointerType !== "touch") playhead.point(((clientX - box.left) / box.width) * duration);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = steps[event.key];
    if (event.key === " " && props.onTogglePlay) props.onTogglePlay();
    else if (by !== undefined) move(seconds + (by * duration) / 100);
    else return;
    event.preventDefault();
  };
  const text = [
    `${name(seconds)} of ${formatMediaTime(duration)}`,
    ...(value ? [`${formatShare(value.audienceWatchRatio)} watching`] : []),
    ...(chapter ? [chapter.title] : []),
  ];
  return (
    <div>
      <div className="relative" onPointerMove={pointTo} onPointerLeave={() => playhead.point(null)}>
        <div className="relative has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-ink">
          {video.storyboard && <StoryboardStrip storyboard={video.storyboard} duration={duration} />}
          {video.waveform && (
            <div className="h-10 bg-panel text-edge">
              <WaveformBars peaks={video.waveform.peaks} />
            </div>
          )}
          {retention ? (
            <>
              <LaneName
                name="Still watching"
                value={
                  value && <span className="numerals text-ink">{formatShare(value.audienceWatchRatio)}</span>
                }
              />
              <RetentionLane retention={retention} percentOf={percentOf} />
              {hasComparison && (
                <>
                  <LaneName
                    name="Compared with videos of similar length"
                    value={
                      value && (
                        <span className="text-ink">{comparedText(value.relativeRetentionPerformance)}</span>
                      )
                    }
                  />
                  <SimilarVideosLane points={retention.points} />
                </>
              )}
            </>
          ) : (
            withoutRetention
          )}
          <input
            type="range"
            aria-label="Position in the video"
            aria-valuetext={text.join(", ")}
            min={0}
            max={duration}
            step={0.001}
            value={Math.floor(seconds * 1000) / 1000}
            onChange={(event) => move(event.target.valueAsNumber)}
            onKeyDown={onKeyDown}
            className="bare-range absolute inset-0 size-full opacity-0"
          />
        </div>
        {marks.length > 0 && times && (
          <>
            <LaneName name="Comments of the review" />
            <TimelineMarks marks={marks} onSelect={onSelectComment} percentOf={percentOf} />
          </>
        )}
        {chapters.length > 0 && times && (
          <TimelineChapters
            chapters={chapters}
            times={times}
            length={duration}
            timecodeOf={(frame) => timecode(frame, times.rate)}
            onSeek={(frame) => move(frameStart(frame, times))}
          />
        )}
        <span
          data-playhead
          className={classNames(
            "pointer-events-none absolute inset-y-0 z-10",
            playing ? "text-tally" : "text-ink",
          )}
          style={{ left: `${(seconds / duration) * 100}%` }}
        >
          <Playhead className="h-full" />
        </span>
        {pointed !== null && (
          <span
            aria-hidden
            className="numerals pointer-events-none absolute bottom-full z-20 mb-1 -translate-x-1/2 rounded-xs border bg-panel px-1.5 text-xs"
            style={{ left: `clamp(4rem, ${(pointed / duration) * 100}%, calc(100% - 4rem))` }}
          >
            {playing && video.storyboard && (
              <StoryboardTile
                storyboard={video.storyboard}
                seconds={pointed}
                className="my-1 aspect-video w-32"
              />
            )}
            {chapter && <span className="block max-w-48 truncate font-sans">{chapter.title}</span>}
            {name(pointed)}
          </span>
        )}
      </div>
      <p aria-hidden className="numerals mt-1 flex justify-between text-2xs text-faint">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{formatMediaTime(share * duration)}</span>
        ))}
      </p>
      {retention && <RetentionTable retention={retention} duration={duration} />}
    </div>
  );
}

function LaneName({ name, value }: { name: string; value?: ReactNode }) {
  return (
    <p aria-hidden className="flex items-baseline gap-2 pt-2 pb-1 pl-2 text-sm text-soft">
      {name} {value}
    </p>
  );
}

/** The place among similar videos at a time of the video. */
function comparedText(performance: number | null): string | undefined {
  if (performance === null) return undefined;
  if (performance > 0.45 && performance < 0.55) return "typical";
  return performance >= 0.5
    ? `better than ${formatShare(performance)}`
    : `worse than ${formatShare(1 - performance)}`;
}

function RetentionTable({
  retention: { points },
  duration,
}: {
  retention: NonNullable<VideoResults["retention"]>;
  duration: number;
}) {
  return (
    <ChartTable
      caption="Retention"
      columns={["Until", "Still watching", "Compared with similar videos"]}
      rows={() =>
        points.map(({ elapsedVideoTimeRatio, audienceWatchRatio, relativeRetentionPerformance }) => [
          `${formatMediaTime(elapsedVideoTimeRatio * duration)} (${formatShare(elapsedVideoTimeRatio)})`,
          formatShare(audienceWatchRatio),
          comparedText(relativeRetentionPerformance) ?? "–",
        ])
      }
    />
  );
}
