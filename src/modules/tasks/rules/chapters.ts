/** A chapter of a video, as its description lists it. */
export interface Chapter {
  startSeconds: number;
  title: string;
}

export interface ChapterList {
  /** The chapters that the platform will show; empty when it will show none. */
  chapters: Chapter[];
  /** The reason why the timestamps of the description are not shown as chapters; null when they are, or when there are none. */
  problem: string | null;
}

/** YouTube's rules for chapters (its help page "Video chapters"). */
const minChapters = 3;
const minChapterSeconds = 10;

interface Line extends Chapter {
  /** The line's number in the description, from 1. */
  number: number;
  timestamp: string;
}

const timestampLine = /^[\s\-–—•*([]*(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?!:?\d)[\s)\]\-–—:|.]*(.*)$/u;

/**
 * The chapters that the lines with timestamps in a description define. `durationSeconds` is that of the video, where it
 * is known.
 */
export function chaptersOf(description: string, durationSeconds: number | null = null): ChapterList {
  const lines = description.split(/\r?\n/).flatMap((text, index) => readLine(text, index + 1));
  // A single later time, such as "12:30 is my favourite part", is text.
  if (lines.length < 2 && lines[0]?.startSeconds !== 0) return { chapters: [], problem: null };
  const problem = problemOf(lines, durationSeconds);
  return {
    chapters: problem === null ? lines.map(({ startSeconds, title }) => ({ startSeconds, title })) : [],
    problem,
  };
}

function readLine(text: string, number: number): Line[] {
  const [, hours, minutes, seconds, rest] = timestampLine.exec(text) ?? [];
  if (minutes === undefined || (hours !== undefined && Number(minutes) > 59)) return [];
  const startSeconds = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  const timestamp = `${hours === undefined ? "" : `${hours}:`}${minutes}:${seconds}`;
  return [{ number, timestamp, startSeconds, title: rest?.trim() ?? "" }];
}

function problemOf(lines: readonly Line[], durationSeconds: number | null): string | null {
  const [first] = lines;
  if (first && first.startSeconds !== 0) {
    return `Line ${first.number}: the first chapter must start at 0:00, not at ${first.timestamp}.`;
  }
  if (lines.length < minChapters) {
    return `Add ${lines.length === 1 ? "two more timestamps" : "one more timestamp"}: chapters need at least three.`;
  }
  for (const [index, line] of lines.entries()) {
    const end = lines[index + 1]?.startSeconds ?? durationSeconds ?? Number.POSITIVE_INFINITY;
    const problem = problemOfLine(line, end, lines[index + 1]);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfLine(
  { number, timestamp, startSeconds, title }: Line,
  end: number,
  next?: Line,
): string | null {
  if (title === "") return `Line ${number}: add the chapter's title after ${timestamp}.`;
  if (next && end <= startSeconds) {
    return `Line ${next.number}: ${next.timestamp} must be later than ${timestamp} before it.`;
  }
  if (!next && startSeconds >= end) return `Line ${number}: ${timestamp} is after the end of the video.`;
  if (end - startSeconds < minChapterSeconds) {
    return `Line ${number}: the chapter at ${timestamp} is shorter than ${minChapterSeconds} seconds.`;
  }
  return null;
}
