import { frameFrom, type FrameTimes } from "#modules/media/rules/frames.ts";

/** A titled part of a video, from its start to that of the next one. Seconds count from the first frame. */
export interface TimelineChapter {
  startSeconds: number;
  title: string;
}

/** The chapter at a time after the first frame. */
export function chapterAt(
  chapters: readonly TimelineChapter[],
  seconds: number,
): TimelineChapter | undefined {
  return chapters.findLast(({ startSeconds }) => startSeconds <= seconds);
}

interface TimelineChaptersProps {
  chapters: readonly TimelineChapter[];
  times: FrameTimes;
  /** Length of the timeline in seconds. */
  length: number;
  formatTimecode: (frame: number) => string;
  onSeek: (frame: number) => void;
}

/** The chapters below the timeline, each as wide as it is long; a click seeks to its start. */
export function TimelineChapters({ chapters, times, length, formatTimecode, onSeek }: TimelineChaptersProps) {
  const visible = chapters
    .map(({ startSeconds, title }) => ({ title, at: startSeconds + times.startSeconds }))
    .filter(({ at }) => at < length);
  const percentAt = (index: number) => {
    const chapter = visible[index];
    return chapter ? (chapter.at / length) * 100 : 100;
  };
  return (
    <ol aria-label="Chapters" className="relative h-6 pointer-coarse:h-11">
      {visible.map(({ title, at }, index) => {
        const frame = frameFrom(at, times);
        const left = percentAt(index);
        return (
          <li
            key={at}
            className="absolute inset-y-0 border-l border-edge"
            style={{ left: `${left}%`, width: `${percentAt(index + 1) - left}%` }}
          >
            <button
              type="button"
              aria-label={`${title}, ${formatTimecode(frame)}`}
              title={title}
              onClick={() => onSeek(frame)}
              className="block size-full truncate px-1.5 text-left text-xs text-soft hover:text-ink focus-visible:-outline-offset-2"
            >
              {title}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
