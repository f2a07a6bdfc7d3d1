import { soundStreams } from "./clock.ts";
import type { ProbeFacts } from "./facts.ts";
import { secondsUntilPicture } from "./picture.ts";
import { options } from "./run.ts";
import { channelSides } from "./sound-facts.ts";

/**
 * Follows the times of packets: a recorder's clock may differ from that of its picture by a percent. Differences of less than
 * 10 ms, such as rounded times, change nothing.
 */
export const byTimes = "async=1000:min_comp=0.01:first_pts=0";

/** The filter for sound that is encoded; it starts at zero. */
const soundFilter = `aresample=48000:${byTimes}`;

interface SoundOutput {
  /** Different for each output of a run. */
  label: string;
  /** For each track. */
  filter?: string;
  /** For the sound as a whole, after tracks are mixed. */
  wholeFilter?: string;
}

/**
 * ffmpeg's arguments that add to an output what is heard of a video: one track, or all that are heard together, as stereo.
 * Empty for a video without sound. Time zero is that of the first frame.
 */
export function soundArgs(facts: ProbeFacts, output: SoundOutput): string[] {
  if (!facts.audio) return [];
  const { label, filter = soundFilter, wholeFilter } = output;
  const { tracks = [], mixed = false, centred = false } = facts.sound ?? {};
  const whole = wholeFilter === undefined ? "" : `,${wholeFilter}`;
  if (!mixed) return trackArgs(facts, tracks[0]?.index ?? 0, `${filter}${whole}`);
  const placing = (at: number) => (centred ? panned([0, 1], tracks.length) : placed(at, tracks.length));
  const inputs = tracks.map(
    ({ index }, at) =>
      `[${soundStreams(facts)}:${index}]${aligned(facts, filter)},${placing(at)}[${label}${at}]`,
  );
  const all = tracks.map((_, at) => `[${label}${at}]`).join("");
  const mix = `${all}amix=inputs=${tracks.length}:duration=longest:normalize=0${whole}[${label}]`;
  return options({ filter_complex: [...inputs, mix].join(";"), map: `[${label}]` });
}

/** The same for one track, by its position among the audio tracks of the file. */
export function trackArgs(facts: ProbeFacts, index: number, filter = soundFilter): string[] {
  return options({ map: `${soundStreams(facts)}:${index}?`, af: aligned(facts, filter) });
}

/** Shifts the sound by as much as a rendition's frames are shifted. */
function aligned(facts: ProbeFacts, filter: string): string {
  const late = secondsUntilPicture(facts) - (facts.video.decoderDelay ?? 0);
  return late > 0 ? `asetpts=PTS-${late.toFixed(6)}/TB,${filter}` : filter;
}

/** A mono track on some sides of the stereo mix, reduced so that `count` tracks don't overload a side. */
function panned(sides: readonly number[], count: number): string {
  const gain = (1 / Math.sqrt(count)).toFixed(4);
  return ["pan=stereo", ...sides.map((side) => `c${side}=${gain}*c0`)].join("|");
}

function placed(at: number, count: number): string {
  return panned(channelSides(at, count), Math.ceil(count / 2));
}
