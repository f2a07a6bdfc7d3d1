import { type PointerEvent, type ReactNode, useCallback, useMemo } from "react";

import { formatMediaTime } from "#core/time.ts";
import type { VideoResults } from "#modules/analytics/contract/videos.ts";
import { frameAt, frameStart, timecode } from "#modules/media/rules/frames.ts";
import {
  chapterAt,
  type TimelineChapter,
  TimelineChapters,
} from "#modules/media/web/public/timeline-chapters.tsx";
import { WaveformBars } from "#modules/media/web/public/waveform-bars.tsx";
import { classNames } from "#ui/class-names.ts";
import { Playhead } from "#ui/playhead.tsx";

import { formatShare } from "../figures/format-figures.ts";
import { CommentLane } from "./comment-lane.tsx";
import { PositionSlider } from "./position-slider.tsx";
import { RetentionLanes, RetentionTable } from "./retention-lanes.tsx";
import { pointAt } from "./retention-plot.tsx";
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

/** Pictures, sound, retention, comments and chapters of a video on one axis, with one playhead over all of them. */
export function ResultsTimeline(props: ResultsTimelineProps) {
  const { results, duration, playhead, selectedComment, onSelectComment, withoutRetention } = props;
  const { video, retention, chapters, comments } = results;
  const { cursor, seconds, pointed, playing, move } = playhead;
  const { times, toPercent, timeName } = useTimeAxis(video.rate, duration);
  const chapter = chapterAt(chapters, cursor);
  const point = retention && pointAt(retention.points, cursor / duration);
  const text = [
    `${timeName(seconds)} of ${formatMediaTime(duration)}`,
    ...(point ? [`audience retention ${formatShare(point.audienceWatchRatio)}`] : []),
    ...(chapter ? [chapter.title] : []),
  ];
  const pointTo = ({ currentTarget, clientX, pointerType }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    if (pointerType !== "touch") playhead.point(((clientX - box.left) / box.width) * duration);
  };
  return (
    <div>
      <div className="relative ml-12" onPointerMove={pointTo} onPointerLeave={() => playhead.point(null)}>
        <div className="relative has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-ink">
          {video.storyboard && <StoryboardStrip storyboard={video.storyboard} duration={duration} />}
          {video.waveform && (
            <div className="h-8 bg-panel text-edge">
              <WaveformBars peaks={video.waveform.peaks} />
            </div>
          )}
          {retention ? (
            <RetentionLanes retention={retention} share={cursor / duration} toPercent={toPercent} />
          ) : (
            withoutRetention
          )}
          <PositionSlider
            duration={duration}
            playhead={playhead}
            text={text.join(", ")}
            onTogglePlay={props.onTogglePlay}
          />
        </div>
        <TimeAxis duration={duration} />
        {comments.length > 0 && times && (
          <CommentLane
            comments={comments}
            selectedId={selectedComment}
            onSelect={onSelectComment}
            toPercent={toPercent}
          />
        )}
        {chapters.length > 0 && times && (
          <TimelineChapters
            chapters={chapters}
            times={times}
            length={duration}
            formatTimecode={(frame) => timecode(frame, times.rate)}
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
          <PointerNote share={pointed / duration} time={timeName(pointed)} chapter={chapter}>
            {playing && video.storyboard && (
              <StoryboardTile
                storyboard={video.storyboard}
                seconds={pointed}
                className="my-1 aspect-video w-32"
              />
            )}
          </PointerNote>
        )}
      </div>
      {retention && <RetentionTable retention={retention} duration={duration} />}
    </div>
  );
}

/** Frames and times on the axis, which has the length of the video. */
function useTimeAxis(rate: VideoResults["video"]["rate"], duration: number) {
  const times = useMemo(() => rate && { rate, startSeconds: 0 }, [rate]);
  const toPercent = useCallback(
    (frame: number) => (times ? (frameStart(frame, times) / duration) * 100 : 0),
    [times, duration],
  );
  const timeName = (at: number) => (times ? timecode(frameAt(at, times), times.rate) : formatMediaTime(at));
  return { times, toPercent, timeName };
}

/** Times of the video below the curve. */
function TimeAxis({ duration }: { duration: number }) {
  return (
    <p aria-hidden className="numerals mt-1 flex justify-between pl-1.5 text-2xs text-soft">
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <span key={share}>{formatMediaTime(share * duration)}</span>
      ))}
    </p>
  );
}

interface PointerNoteProps {
  /** The position in the video, 0 to 1. */
  share: number;
  time: string;
  chapter: TimelineChapter | undefined;
  children: ReactNode;
}

/** The time and the chapter at the pointer, above the timeline. */
function PointerNote({ share, time, chapter, children }: PointerNoteProps) {
  return (
    <span
      aria-hidden
      className="numerals pointer-events-none absolute bottom-full z-20 mb-1 -translate-x-1/2 rounded-xs border bg-panel px-1.5 text-xs"
      style={{ left: `clamp(4rem, ${share * 100}%, calc(100% - 4rem))` }}
    >
      {children}
      {chapter && <span className="block max-w-48 truncate font-sans">{chapter.title}</span>}
      {time}
    </span>
  );
}
