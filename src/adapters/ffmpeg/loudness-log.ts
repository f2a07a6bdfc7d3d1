import type { LoudnessCurve, SoundMeasures } from "./measures.ts";

type Loudness = Pick<SoundMeasures, "integrated" | "range" | "truePeak">;

/** The filter that measures loudness and writes it to `pipe:4` every 100 ms: half a gigabyte per day of sound, so no file. */
export const loudnessFilter = String.raw`ebur128=metadata=1:peak=true:dualmono=true,ametadata=mode=print:file='pipe\:4'`;

/** The filters that it needs. */
export const loudnessFilters = ["ebur128", "ametadata"];

const logPerSecond = 10;
/** A momentary loudness is that of the last 400 ms. */
const firstMoment = 3;
/** Short-term loudness is that of 3 s; ffmpeg's range of a few values is wrong. */
const firstRange = 40;
/** The absolute gate of BS.1770, in LUFS. */
const gate = -70;
const curvePerSecond = 5;
const maxCurveValues = 20_000;

interface LoudnessLog {
  measures: Loudness;
  curve: LoudnessCurve;
  /** Time that was measured. */
  seconds: number;
}

/** Reads what `loudnessFilter` writes. */
export function createLoudnessLog(): { take(chunk: Buffer): void; finish(): LoudnessLog } {
  const moments: number[] = [];
  const latest = new Map<string, number>();
  let unread = "";
  return {
    take(chunk) {
      const lines = `${unread}${chunk.toString("latin1")}`.split("\n");
      unread = lines.pop() ?? "";
      for (const line of lines) {
        // Where rate or channels change, ffmpeg begins again.
        if (/^frame:0\s/.test(line)) moments.length = 0;
        const [, name, value] = /^lavfi\.r128\.(M|I|LRA|true_peak)=(.+)$/.exec(line) ?? [];
        if (name === "M") moments.push(Math.max(gate, Number(value)));
        else if (name !== undefined) latest.set(name, Number(value));
      }
    },
    finish: () => summary(moments, latest),
  };
}

function summary(moments: readonly number[], latest: ReadonlyMap<string, number>): LoudnessLog {
  const { I: integrated = gate, LRA: range = 0, true_peak: peak = 0 } = Object.fromEntries(latest);
  const isHeard = integrated > gate;
  return {
    measures: {
      integrated: isHeard ? rounded(integrated) : null,
      range: isHeard && moments.length >= firstRange ? rounded(range) : null,
      truePeak: peak > 0 ? rounded(20 * Math.log10(peak)) : null,
    },
    curve: loudnessCurve(moments),
    seconds: moments.length / logPerSecond,
  };
}

/** The highest moment of each interval; longer intervals for a long video. */
function loudnessCurve(moments: readonly number[]): LoudnessCurve {
  const length = Math.max(logPerSecond / curvePerSecond, Math.ceil(moments.length / maxCurveValues));
  const values: number[] = [];
  // The middle of a moment is 200 ms before the end of its 100 ms.
  for (let from = firstMoment; from < moments.length; from += length) {
    const loudest = Math.max(...moments.slice(from, from + length));
    values.push(Math.round(loudest * 10) / 10);
  }
  return { perSecond: logPerSecond / length, values };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
