import { createRelations } from "./channel-relations.ts";
import { createSilences } from "./channel-silences.ts";
import { createClips } from "./clipped-runs.ts";
import type { SoundMeasures } from "./measures.ts";
import type { Block, Span } from "./sound-block.ts";

/** Measures of a sound that are taken from its samples. */
export type SampledMeasures = Omit<SoundMeasures, "integrated" | "range" | "truePeak">;

/** Channels are compared by their tones up to about half of this rate, too. */
const lowRate = 2000;
/** Samples at that rate of a block: 5 ms. */
const blockLowSamples = 10;
/** Silence at the end up to this length, with which codecs fill their last frame, is passed over. */
const paddingMilliseconds = 50;
const endMilliseconds = 5;
/** Of a millisecond at −50 dBFS: a quieter one is silence or the noise of a codec in its padding. */
const silentEnergy = (32_768 * 10 ** (-50 / 20)) ** 2;
/** Ranges of each kind that are returned: the longest. */
const maxRanges = 1000;

/**
 * Measures sound in the form of a WAV file with 16 bits, whose header states channels and rate. Ranges of relations are exact
 * to 5 ms, others to the sample.
 */
export function createSoundMeter(): { take(chunk: Buffer): void; finish(): SampledMeasures | null } {
  let unread: Buffer = Buffer.alloc(0);
  let meter: ReturnType<typeof createChannelMeter> | null = null;
  return {
    take(chunk) {
      let bytes = unread.length > 0 ? Buffer.concat([unread, chunk]) : chunk;
      if (!meter) {
        const header = bytes.indexOf("data", 36, "latin1") + 8;
        if (header < 8 || bytes.length < header) {
          unread = bytes;
          return;
        }
        meter = createChannelMeter(bytes.readUInt16LE(22), bytes.readUInt32LE(24));
        bytes = bytes.subarray(header);
      }
      unread = bytes.subarray(meter.take(bytes));
    },
    finish: () => meter?.finish(unread) ?? null,
  };
}

/** `take` returns the number of bytes of whole blocks, which it has measured. */
function createChannelMeter(channels: number, rate: number) {
  const frameBytes = channels * 2;
  const lowLength = Math.max(1, Math.round(rate / lowRate));
  const blockLength = lowLength * blockLowSamples;
  const stepLength = Math.round(rate / 1000);
  const tailBytes = (paddingMilliseconds + endMilliseconds + 1) * stepLength * frameBytes;
  const silences = createSilences(channels, rate);
  const clips = Array.from({ length: channels }, (_, channel) => createClips(channel, rate));
  const relations = channels === 2 ? createRelations(rate, lowLength) : null;
  let tail: Buffer = Buffer.alloc(0);
  let position = 0;

  const measure = (bytes: Buffer) => {
    const samples = samplesIn(bytes);
    for (let at = 0; at < samples.length; at += blockLength * channels) {
      const length = Math.min(blockLength, (samples.length - at) / channels);
      const block = { samples, at, length, position, channels };
      const loudest = peaks(block);
      silences.add(block, loudest);
      for (const [channel, each] of clips.entries()) each.add(block, loudest[channel] ?? 0);
      relations?.add(block, Math.max(...loudest));
      position += length;
    }
    tail = Buffer.concat([tail, bytes.subarray(-tailBytes)]).subarray(-tailBytes);
  };
  return {
    take(bytes: Buffer): number {
      const whole = bytes.length - (bytes.length % (blockLength * frameBytes));
      if (whole > 0) measure(bytes.subarray(0, whole));
      return whole;
    },
    finish(unread: Buffer): SampledMeasures | null {
      const rest = unread.length - (unread.length % frameBytes);
      if (rest > 0) measure(unread.subarray(0, rest));
      if (position === 0) return null;
      const inSeconds = <Range extends Span>(ranges: readonly Range[]) =>
        longest(ranges).map((range) =>
          Object.assign(range, { from: rounded(range.from / rate), to: rounded(range.to / rate) }),
        );
      return {
        channels,
        seconds: rounded(position / rate),
        silences: inSeconds(silences.finish(position)),
        clipped: inSeconds(clips.flatMap((each) => each.finish(position))),
        relations: inSeconds(relations?.finish() ?? []),
        endLevel: endLevel(samplesIn(tail), channels, stepLength),
      };
    },
  };
}

function samplesIn(bytes: Buffer): Int16Array {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(bytes);
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.length / 2);
}

/** The highest absolute sample of each channel. */
function peaks({ samples, at, length, channels }: Block): number[] {
  const loudest: number[] = [];
  for (let channel = 0; channel < channels; channel++) {
    let peak = 0;
    for (let n = at + channel; n < at + length * channels; n += channels) {
      const level = Math.abs(samples[n] ?? 0);
      if (level > peak) peak = level;
    }
    loudest.push(peak);
  }
  return loudest;
}

/** Level of the loudest channel in the last 5 ms in dBFS, before the padding of a codec; null where it ends in silence. */
function endLevel(samples: Int16Array, channels: number, stepLength: number): number | null {
  const steps: number[] = [];
  for (let end = samples.length; end >= stepLength * channels; end -= stepLength * channels) {
    const energies = Array.from({ length: channels }, () => 0);
    for (let n = end - stepLength * channels; n < end; n++) {
      energies[n % channels] = (energies[n % channels] ?? 0) + (samples[n] ?? 0) ** 2 / stepLength;
    }
    steps.push(Math.max(...energies));
  }
  const last = steps.findIndex((energy) => energy >= silentEnergy);
  if (last < 0 || last > paddingMilliseconds) return null;
  const lastSteps = steps.slice(last, last + endMilliseconds);
  const energy = lastSteps.reduce((sum, each) => sum + each, 0) / lastSteps.length;
  return Math.round(100 * Math.log10(energy / 32_768 ** 2)) / 10;
}

/** The longest ranges, in their order. */
function longest<Range extends Span>(ranges: readonly Range[]): readonly Range[] {
  if (ranges.length <= maxRanges) return ranges;
  const length = ({ from, to }: Span) => to - from;
  const shortest = ranges.map(length).toSorted((a, b) => b - a)[maxRanges - 1] ?? 0;
  return ranges.filter((range) => length(range) >= shortest).slice(0, maxRanges);
}

/** Seconds, to a tenth of a millisecond. */
function rounded(seconds: number): number {
  return Math.round(seconds * 10_000) / 10_000;
}
