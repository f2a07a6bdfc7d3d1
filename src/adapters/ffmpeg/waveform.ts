import { options } from "./run.ts";

/** How loud a sound track is along its time: the largest sample of each stretch, 0 to 100. */
export interface Waveform {
  peaksPerSecond: number;
  peaks: number[];
}

/** Samples per second that ffmpeg is asked for: enough to draw loudness, cheap to make. */
const sampleRate = 8000;

const finest = 20;
const mostPeaks = 40_000;

/** ffmpeg's output of the raw sound that the meter takes: mono, 16 bits, at pipe 3. */
export const meterOutput: readonly string[] = [...options({ ac: 1, f: "s16le" }), "pipe:3"];

/** The resampling that the meter needs; begins at zero whatever the track does. */
export const meterFilter = `aresample=${sampleRate}:async=1:first_pts=0`;

/** Measures raw sound as it comes. Long videos get fewer peaks per second, 40,000 at most. */
export function createMeter(durationSeconds: number) {
  const peaksPerSecond = Math.max(1, Math.min(finest, Math.floor(mostPeaks / Math.max(durationSeconds, 1))));
  const stretch = Math.round(sampleRate / peaksPerSecond);
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
        if (samples === stretch) close();
      }
      odd = bytes.subarray(whole);
    },
    /** What has been measured, or `null` when no sound came. */
    finish(): Waveform | null {
      if (samples > 0) close();
      return peaks.length > 0 ? { peaksPerSecond, peaks } : null;
    },
  };
}
