import { options } from "./run.ts";
import { byTimes } from "./sound-args.ts";

/** Volume of an audio track over time: the peak of each interval, 0 to 100. */
export interface Waveform {
  peaksPerSecond: number;
  peaks: number[];
}

/** Samples per second requested from ffmpeg: enough to show the volume. */
const sampleRate = 8000;

const maxPeaksPerSecond = 20;
const maxPeaks = 40_000;

/** ffmpeg's output options for the meter's input: raw mono audio, 16 bits, at pipe 3. */
export const meterOutput: readonly string[] = [...options({ ac: 1, f: "s16le" }), "pipe:3"];

/** The filter for the meter's input, which starts at zero. */
export const meterFilter = `aresample=${sampleRate}:${byTimes}`;

/** Measures raw audio. Long videos get fewer peaks per second, 40,000 in total at most. */
export function createMeter(durationSeconds: number) {
  const peaksPerSecond = Math.max(
    1,
    Math.min(maxPeaksPerSecond, Math.floor(maxPeaks / Math.max(durationSeconds, 1))),
  );
  const samplesPerPeak = Math.round(sampleRate / peaksPerSecond);
  const peaks: number[] = [];
  let loudest = 0;
  let samples = 0;
  let odd: Buffer = Buffer.alloc(0);

  const close = () => {
    peaks.push(Math.round((loudest / 32_768) * 100));
    loudest = 0;
    samples = 0;
  };
  return {
    take(chunk: Buffer): void {
      const bytes = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk;
      const whole = bytes.length - (bytes.length % 2);
      for (let at = 0; at < whole; at += 2) {
        loudest = Math.max(loudest, Math.abs(bytes.readInt16LE(at)));
        samples++;
        if (samples === samplesPerPeak) close();
      }
      odd = bytes.subarray(whole);
    },
    /** The waveform, or `null` without audio. */
    finish(): Waveform | null {
      if (samples > 0) close();
      return peaks.length > 0 ? { peaksPerSecond, peaks } : null;
    },
  };
}
