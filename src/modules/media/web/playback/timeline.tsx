import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, useCallback } from "react";

import { formatMediaTime } from "#core/time.ts";
import type { Playback } from "#modules/media/contract/videos.ts";
import { frameStart, frameAt, type FrameTimes, frameMiddle } from "#modules/media/rules/frames.ts";
import { type MediaRef, useMediaState, useMediaTime } from "#ui/player/media-state.ts";
import { SeekBar } from "#ui/player/seek-bar.tsx";

import { chapterAt, type TimelineChapter, TimelineChapters } from "../public/timeline-chapters.tsx";
import { type TimelineMark, TimelineMarks } from "../public/timeline-marks.tsx";
import { WaveformBars } from "../public/waveform-bars.tsx";
import { storyboardQuery, waveformQuery } from "../queries.ts";
import { LoopHandles } from "./loop-handles.tsx";
import { type Loudness, LoudnessCurve } from "./loudness-curve.tsx";
import type { Loop } from "./use-loop.ts";

interface TimelineProps {
  mediaRef: MediaRef;
  playback: Pick<Playback, "videoId" | "storyboardUrl" | "waveformUrl" | "playlistUrl" | "durationSeconds">;
  /** Null while the rate is unknown. */
  times: FrameTimes | null;
  formatTimecode: (frame: number) => string;
  /** Points and ranges in a lane below the bar, which is there from the start; undefined for none. */
  marks: readonly TimelineMark[] | undefined;
  onSelectMark: ((id: string) => void) | undefined;
  /** Measured ranges in a lane of their own, which is there from the start; undefined for none. */
  ranges?: readonly TimelineMark[] | undefined;
  onSelectRange?: ((id: string) => void) | undefined;
  /** Shown below the bar, if anything. */
  loudness?: Loudness | null | undefined;
  chapters?: readonly TimelineChapter[] | undefined;
  /** Shown in the bar. */
  note?: ReactNode;
  /** Renders controls over the bar, at positions of frames in percent. */
  renderOver?: ((toPercent: (frame: number) => number) => ReactNode) | undefined;
  loop: Loop;
  /** Number of the last frame. */
  last: number;
  onSeek: (frame: number) => void;
}

const noChapters: readonly TimelineChapter[] = [];
const noMarks: readonly TimelineMark[] = [];

function ignore(): void {
  // Marks that can't be selected.
}

/**
 * The seek bar with the waveform, a storyboard tile above the pointer once these exist, chapters and marks. Its height does
 * not depend on what is loaded, because the picture has the rest of the window.
 */
export function Timeline(props: TimelineProps) {
  const { mediaRef, playback, times, formatTimecode, marks, onSelectMark = ignore } = props;
  const { chapters = noChapters, ranges, onSelectRange = ignore, loudness, loop, last, onSeek } = props;
  const waveform = useQuery(waveformQuery(playback)).data;
  const storyboard = useQuery(storyboardQuery(playback)).data;
  const state = useMediaState(mediaRef);
  // The duration of a growing playlist changes, which would move everything on the bar.
  const length = (playback.playlistUrl ? playback.durationSeconds : null) ?? state.duration;
  const name = (seconds: number) => {
    if (!times) return formatMediaTime(seconds);
    const frame = frameAt(seconds, times);
    return formatTimecode(Math.min(frame, last));
  };
  const hover = (seconds: number) => {
    const position = Math.max(0, seconds - (times?.startSeconds ?? 0));
    const chapter = chapterAt(chapters, position);
    return (
      <>
        {storyboard && <Tile storyboard={storyboard} seconds={position} />}
        {chapter && <span className="block max-w-48 truncate font-sans">{chapter.title}</span>}
        {name(seconds)}
      </>
    );
  };
  const toPercent = useCallback(
    (frame: number) => (times && length > 0 ? (frameStart(frame, times) / length) * 100 : 0),
    [times, length],
  );
  const isLaidOut = times !== null && length > 0;
  return (
    <>
      <div className="relative">
        <SeekBar
          mediaRef={mediaRef}
          name={name}
          duration={length}
          {...(times && {
            snap: (seconds, by) =>
              frameMiddle(Math.min(last, Math.max(0, frameAt(seconds, times) + by)), times),
          })}
          hover={hover}
          className="h-14! bg-panel low:h-11!"
        >
          {waveform && <Waveform mediaRef={mediaRef} peaks={waveform.peaks} />}
          {props.note}
        </SeekBar>
        {isLaidOut && loop.range && (
          <LoopHandles
            range={loop.range}
            last={last}
            formatTimecode={formatTimecode}
            onChange={loop.change}
            onSeek={onSeek}
            toPercent={toPercent}
          />
        )}
        {isLaidOut && props.renderOver?.(toPercent)}
      </div>
      {loudness && <LoudnessCurve {...loudness} start={toPercent(0)} secondsShown={length} />}
      {marks && (
        <TimelineMarks marks={isLaidOut ? marks : noMarks} onSelect={onSelectMark} toPercent={toPercent} />
      )}
      {ranges && (
        <TimelineMarks
          name="Findings on the timeline"
          shape="square"
          marks={isLaidOut ? ranges : noMarks}
          onSelect={onSelectRange}
          toPercent={toPercent}
        />
      )}
      {times && chapters.length > 0 && (
        <TimelineChapters
          chapters={chapters}
          times={times}
          length={length}
          formatTimecode={formatTimecode}
          onSeek={onSeek}
        />
      )}
    </>
  );
}

/** Bars of loudness, highlighted up to the playhead. */
function Waveform({ mediaRef, peaks }: { mediaRef: MediaRef; peaks: readonly number[] }) {
  const { duration } = useMediaState(mediaRef);
  const time = useMediaTime(mediaRef);
  const left = duration > 0 ? 100 - Math.min(100, (time / duration) * 100) : 100;
  return (
    <span className="pointer-events-none absolute inset-0 bg-panel">
      <span className="absolute inset-0 text-edge opacity-60">
        <WaveformBars peaks={peaks} />
      </span>
      <span className="absolute inset-0 text-ink" style={{ clipPath: `inset(0 ${left}% 0 0)` }}>
        <WaveformBars peaks={peaks} />
      </span>
    </span>
  );
}

interface Storyboard {
  intervalSeconds: number;
  count: number;
  tileWidth: number;
  tileHeight: number;
  columns: number;
  rows: number;
  /** URLs of the sheets, in order. */
  sheets: string[];
}

/** The storyboard tile nearest to a time after the first frame, cropped from its sheet. */
function Tile({ storyboard, seconds }: { storyboard: Storyboard; seconds: number }) {
  const { intervalSeconds, count, tileWidth, tileHeight, columns, rows, sheets } = storyboard;
  const tile = Math.min(count - 1, Math.round(seconds / intervalSeconds));
  const index = tile % (columns * rows);
  const style: CSSProperties = {
    width: tileWidth,
    height: tileHeight,
    backgroundImage: `url("${sheets[Math.floor(tile / (columns * rows))] ?? ""}")`,
    backgroundPosition: `-${(index % columns) * tileWidth}px -${Math.floor(index / columns) * tileHeight}px`,
  };
  return <span aria-hidden className="my-1 block bg-picture bg-no-repeat" style={style} />;
}
