import type { ProbeFacts } from "./facts.ts";

type Sampling = Pick<ProbeFacts["video"], "bitDepth" | "chroma">;

const unknown: Sampling = { bitDepth: null, chroma: null };

/** H.264 profiles by the start of the codec string (ISO/IEC 14496-10, A.2). Values are maxima. */
const avcProfiles: Record<string, Sampling> = {
  "42": { bitDepth: 8, chroma: "4:2:0" },
  "4d": { bitDepth: 8, chroma: "4:2:0" },
  "58": { bitDepth: 8, chroma: "4:2:0" },
  "64": { bitDepth: 8, chroma: "4:2:0" },
  "6e": { bitDepth: 10, chroma: "4:2:0" },
  "7a": { bitDepth: 10, chroma: "4:2:2" },
  f4: { bitDepth: 14, chroma: "4:4:4" },
};

const chromas = ["4:2:0", "4:2:0", "4:2:2", "4:4:4"] as const;

/** Maximum bit depth and chroma subsampling by a codec string (`avc1.64001e`, `vp09.00.10.08`). */
export function chromaSampling(codec: string, codecString: string | null): Sampling {
  const parts = (codecString ?? "").split(".");
  const number = (at: number) => Number(parts[at] ?? Number.NaN);
  switch (codec) {
    case "avc":
      return avcProfiles[(parts[1] ?? "").slice(0, 2).toLowerCase()] ?? unknown;
    case "hevc": {
      if (parts[1] === "1" || parts[1] === "3") return { bitDepth: 8, chroma: "4:2:0" };
      return parts[1] === "2" ? { bitDepth: 10, chroma: "4:2:0" } : unknown;
    }
    case "vp8":
      return { bitDepth: 8, chroma: "4:2:0" };
    case "vp9":
      return {
        bitDepth: number(3) || 8,
        chroma: chromas[number(4)] ?? (number(1) % 2 === 0 ? "4:2:0" : null),
      };
    case "av1": {
      const subsampling = { "0": "4:2:0", "2": number(3) === 12 ? null : "4:2:2", "1": "4:4:4" } as const;
      const profile = parts[1] ?? "";
      const chroma = profile === "0" || profile === "1" || profile === "2" ? subsampling[profile] : null;
      return { bitDepth: number(3) || null, chroma };
    }
    case "prores":
      return parts[0]?.startsWith("ap4")
        ? { bitDepth: 12, chroma: "4:4:4" }
        : { bitDepth: 10, chroma: "4:2:2" };
    default:
      return unknown;
  }
}
