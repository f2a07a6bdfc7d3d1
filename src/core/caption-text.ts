/** A text that is shown for a time. Times are in milliseconds. */
export interface Cue {
  start: number;
  end: number;
  /** Name and settings of a WebVTT cue. */
  name: string | null;
  settings: string;
  text: string[];
}

/** The content of an SRT (SubRip) or VTT (WebVTT) file. */
export interface CaptionText {
  format: "srt" | "vtt";
  /** The parts of a VTT file that are no cues: its header, notes and styles. */
  parts: string[];
  /** In the order of their start. */
  cues: Cue[];
}

/** An error in a file, with the number of its line, counted from 1. */
export interface CaptionProblem {
  line: number;
  problem: string;
}

const time = String.raw`(?:(\d+)\s*:\s*)?(\d{1,2})\s*:\s*(\d{1,2})(?:\s*[.,:]\s*(\d+(?:[.,]\d+)?))?`;
/** Translation programs change hyphens and insert spaces. */
const arrow = String.raw`(?:[-\u2013\u2014]+\s*>|\u2192)`;
const timing = new RegExp(String.raw`^${time}\s*${arrow}\s*${time}(?:\s+(.*))?$`);
/** A line that is meant as times, though it may not be readable: not `<!-- -->` or "10:30:15 - departure" in a text. */
const seemsTiming = new RegExp(
  String.raw`\d[:.,]\d.*-->|-->\s*\d+[:.,]\d|^\d+\s*:\s*\d+(?:\s*[:.,]\s*\d+)+\s*(?:${arrow}|-+\s*\d+[:.,]\d)`,
);

/** Milliseconds for which a cue without a length is shown, as programs for speech recognition write it. */
const minCueMilliseconds = 500;

/**
 * Reads the cues of a file as found in the wild: hours of one digit or none, fractions of any number of digits, spaces in
 * times, blank lines in the text or missing between cues, cues without a length, which are shown for a moment, cues without text, which are left
 * out, and cues in any order.
 */
export function readCaptions(content: string): CaptionText | CaptionProblem {
  const lines = content
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/[ \t]+$/, ""));
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "");
  const read = isVtt ? readVtt(lines) : readSrt(lines);
  if ("problem" in read) return read;
  read.cues.sort((a, b) => a.start - b.start);
  const format = isVtt ? "vtt" : "srt";
  if (read.cues.length > 0) return { format, ...read };
  return { line: 1, problem: "the file has no cues. Choose an SRT or VTT file." };
}

type Read = Pick<CaptionText, "parts" | "cues"> | CaptionProblem;

function readSrt(lines: readonly string[]): Read {
  const cues: Cue[] = [];
  const isNumber = numberTest(lines);
  const hasMilliseconds = lines.some((line) => seemsTiming.test(line) && /[.,]\s*\d{3}\b/.test(line));
  let open: Cue | null = null;
  /** Lines since the times of the last cue, or before the first one. */
  let text: string[] = [];
  const close = () => {
    if (open) cues.push({ ...open, text: withoutBlanks(text) });
  };
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    if (!seemsTiming.test(trimmed)) {
      text.push(line);
      continue;
    }
    const cue = readTiming(trimmed, hasMilliseconds);
    if (typeof cue === "string") return problemAt(at, cue, lines);
    // The number of this cue is the last line before its times.
    const last = text.findLastIndex((each) => each.trim() !== "");
    if (last >= 0 && isNumber(at)) text = text.slice(0, last);
    else if (!open && last >= 0) return problemAt(at, "expected", lines);
    close();
    open = { ...cue, settings: "" };
    text = [];
  }
  const first = text.findIndex((line) => line.trim() !== "");
  if (!open && first >= 0) return problemAt(Math.min(first + 1, lines.length - 1), "expected", lines);
  close();
  return { parts: [], cues: cues.filter(isShown) };
}

/**
 * Whether the last line of text before the times in a line is the number of their cue and not the end of the text before it. A file
 * has numbers if its first cue has one, or if most of its cues have the numbers from 1 on.
 */
function numberTest(lines: readonly string[]): (at: number) => boolean {
  const numbers = new Map<number, { value: number; isDirect: boolean }>();
  let before = -1;
  let cues = 0;
  let counted = 0;
  let firstHasNumber = false;
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    if (!seemsTiming.test(trimmed)) {
      if (trimmed !== "") before = at;
      continue;
    }
    const last = before < 0 ? "" : (lines[before]?.trim() ?? "");
    if (/^\d+$/.test(last)) numbers.set(at, { value: Number(last), isDirect: before === at - 1 });
    cues += 1;
    if (cues === 1) firstHasNumber = numbers.has(at);
    if (numbers.get(at)?.value === cues) counted += 1;
    before = -1;
  }
  if (!firstHasNumber && counted * 2 <= cues) return () => false;
  let previous: number | null = null;
  const lineNumbers = new Set<number>();
  for (const [at, { value, isDirect }] of numbers) {
    if (!isDirect && previous !== null && value !== previous + 1) continue;
    lineNumbers.add(at);
    previous = value;
  }
  return (at) => lineNumbers.has(at);
}

function readVtt(lines: readonly string[]): Read {
  const parts: string[] = [];
  const cues: Cue[] = [];
  for (const { first, block } of splitBlocks(lines)) {
    const at = block.findIndex((line) => line.includes("-->") || seemsTiming.test(line.trim()));
    const isNote = /^(?:NOTE|STYLE|REGION)\b/.test(block[0] ?? "");
    if (first === 0 && at < 0) parts.push(block.join("\n"));
    else if (isNote) parts.push(block.join("\n"));
    else if (first === 0) {
      // The first cue follows the header without an empty line.
      parts.push(block.slice(0, Math.max(1, at - 1)).join("\n"));
      const cue = readTiming(block[at]?.trim() ?? "", true);
      if (typeof cue === "string") return problemAt(at, cue, lines, true);
      cues.push({ ...cue, text: block.slice(at + 1) });
    } else {
      const open = cues.at(-1);
      if (at < 0 && open) {
        // The text after an empty line, which the format doesn't allow.
        open.text.push(...block);
        continue;
      }
      if (at < 0 || at > 1) {
        return problemAt(first + Math.min(1, block.length - 1), "expected", lines, true);
      }
      const cue = readTiming(block[at]?.trim() ?? "", true);
      if (typeof cue === "string") return problemAt(first + at, cue, lines, true);
      cues.push({ ...cue, name: at === 1 ? (block[0] ?? null) : null, text: block.slice(at + 1) });
    }
  }
  return { parts, cues: cues.filter(isShown) };
}

/** The groups of lines between empty lines. */
function splitBlocks(lines: readonly string[]): { first: number; block: string[] }[] {
  const blocks: { first: number; block: string[] }[] = [];
  let open: string[] | null = null;
  for (const [first, line] of lines.entries()) {
    if (line.trim() === "") open = null;
    else if (open) open.push(line);
    else blocks.push({ first, block: (open = [line]) });
  }
  return blocks;
}

function isShown({ text }: Cue): boolean {
  return text.some((line) => line.trim() !== "");
}

/** The lines of a text; an empty one would end it. */
function withoutBlanks(text: readonly string[]): string[] {
  return text.filter((line) => line.trim() !== "");
}

/** A cue without text, or the kind of its problem. */
function readTiming(line: string, hasMilliseconds: boolean): Cue | Exclude<Problem, "expected"> {
  const match = timing.exec(line);
  if (!match) return "unreadable";
  const [start, end] = [match.slice(1, 5), match.slice(5, 9)].map((part) =>
    milliseconds(part, hasMilliseconds),
  );
  if (start === undefined || end === undefined || Number.isNaN(start + end)) return "unreadable";
  if (end < start) return "reversed";
  const settings = match[9]?.trim() ?? "";
  return { start, end: end === start ? start + minCueMilliseconds : end, name: null, settings, text: [] };
}

/**
 * Fractions of one or two digits are milliseconds without leading zeros in a file that also has three digits, else tenths or
 * hundredths of a second.
 */
function milliseconds(
  [hours = "0", minutes = "", seconds = "", rest = ""]: readonly (string | undefined)[],
  hasMilliseconds: boolean,
): number {
  if (Number(minutes) > 59 || Number(seconds) > 59) return Number.NaN;
  const [digits = "", more = "0"] = rest.split(/[.,]/);
  const padded = hasMilliseconds ? digits.padStart(3, "0") : digits.padEnd(3, "0");
  // Programs that calculate with floating point write more than three digits.
  const fraction = Math.round(Number(`${padded.slice(0, 3)}.${padded.slice(3)}${more}`));
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + fraction;
}

type Problem = "expected" | "unreadable" | "reversed";

/** Characters of a wrong line that a message repeats. */
const maxRepeated = 60;

function problemAt(at: number, kind: Problem, lines: readonly string[], isVtt = false): CaptionProblem {
  const example = isVtt ? "00:00:01.000 --> 00:00:04.000" : "00:00:01,000 --> 00:00:04,000";
  const line = lines[at]?.trim() ?? "";
  const excerpt = line.length > maxRepeated ? `${line.slice(0, maxRepeated)}…` : line;
  const problems = {
    expected: `times are expected here, such as ${example}.`,
    unreadable: `“${excerpt}” can't be read as times. Write them like ${example}.`,
    reversed: `the cue ends before it starts (${excerpt}).`,
  };
  return { line: at + 1, problem: problems[kind] };
}

/** The file as its format specifies it, with its cues in order. */
export function writeCaptions({ format, parts, cues }: CaptionText): string {
  const isVtt = format === "vtt";
  const written = cues.map(({ start, end, name, settings, text }, at) => {
    const times = `${stamp(start, isVtt)} --> ${stamp(end, isVtt)}`;
    if (!isVtt) return [String(at + 1), times, ...text].join("\n");
    return [...(name === null ? [] : [name]), settings === "" ? times : `${times} ${settings}`, ...text].join(
      "\n",
    );
  });
  const all = isVtt && parts.length === 0 ? ["WEBVTT", ...written] : [...parts, ...written];
  return `${all.join("\n\n")}\n`;
}

function stamp(at: number, isVtt: boolean): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const seconds = `${two((at / 60_000) % 60)}:${two((at / 1000) % 60)}${isVtt ? "." : ","}${String(at % 1000).padStart(3, "0")}`;
  return `${two(at / 3_600_000)}:${seconds}`;
}

/** The cues from `startMilliseconds` on, relative to it: one that is shown then begins at zero, earlier ones are left out. */
export function shiftCues(cues: readonly Cue[], startMilliseconds: number): Cue[] {
  const later = ({ start, end, name, settings, text }: Cue): Cue => ({
    start: Math.max(0, start - startMilliseconds),
    end: end - startMilliseconds,
    name,
    settings,
    text,
  });
  return cues.filter(({ end }) => end > startMilliseconds).map(later);
}
