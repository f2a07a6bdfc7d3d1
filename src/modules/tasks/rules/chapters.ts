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

/** A timestamp after a list number, or at the end of a line. */
const numberedLine =
  /^\s*\(?\d{1,3}(?:[.)]+|\s[-–—:])\s*[([]?((?:\d{1,2}:)?\d{1,3}:[0-5]\d)(?!:?\d)[\s)\]\-–—:|.]*(.*)$/u;
const closedLine = /^(.*?\S)[\s([\-–—:|.]+((?:\d{1,2}:)?\d{1,3}:[0-5]\d)[\s)\].]*$/u;

const timestampLine = /^[\s\-–—•*([]*(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?!:?\d)[\s)\]\-–—:|.]*(.*)$/u;

/**
 * The chapters that the lines with timestamps in a description define. `durationSeconds` is that of the video, where it
 * is known.
 */
export function parseChapters(description: string, durationSeconds: number | null = null): ChapterList {
  const texts = description.split(/\r?\n/);
  const lines = texts.flatMap((text, index) => readLine(text, index + 1));
  const misplaced = misplacedTime(texts, lines);
  if (misplaced !== null) return { chapters: [], problem: misplaced };
  // A single later time, such as "12:30 is my favourite part", is text.
  if (lines.length < 2 && lines[0]?.startSeconds !== 0) return { chapters: [], problem: null };
  const problem = chapterProblem(lines, durationSeconds);
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

/**
 * The problem of lines whose time is not at their start, as in "1. 0:00 Intro" and "Intro 0:00"; null when there are none,
 * or when they are sentences beside enough chapters.
 */
function misplacedTime(texts: readonly string[], lines: readonly Line[]): string | null {
  if (lines.length >= minChapters) return null;
  const misplaced = texts.flatMap((text, index) => {
    const number = index + 1;
    if (lines.some((line) => line.number === number)) return [];
    const [, time, title] = numberedLine.exec(text) ?? reversed(closedLine.exec(text)) ?? [];
    return time === undefined || !title ? [] : [{ number, time, title: title.trim() }];
  });
  const [first] = misplaced;
  // A single later time, such as "The train leaves at 10:30", is text.
  const isList = lines.length + misplaced.length > 1 || (first && /^[0:]+$/.test(first.time));
  if (!first || !isList) return null;
  return `Line ${first.number}: put the time first, as in “${first.time} ${first.title}”.`;
}

function reversed(match: RegExpExecArray | null) {
  return match && [match[0], match[2], match[1]];
}

function chapterProblem(lines: readonly Line[], durationSeconds: number | null): string | null {
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
