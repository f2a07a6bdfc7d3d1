import { z } from "zod";

import type { Rate } from "#modules/media/rules/frames.ts";

const pixels = z.number().int().min(16, "Enter at least 16 pixels.").max(8192, "Enter at most 8192 pixels.");
const seconds = z.number().positive("Enter a length above zero.").max(43_200, "Enter at most 12 hours.");

/** Codecs that a specification can demand, by the names of the probe. */
export const codecNames = {
  avc: "H.264",
  hevc: "HEVC",
  vp9: "VP9",
  av1: "AV1",
  prores: "ProRes",
} as const;
type Codec = keyof typeof codecNames;
const codecs = Object.keys(codecNames) as Codec[];

/** Demands on the files of versions. What is left out is not demanded. */
export const deliverySpecification = z.object({
  /** Pixels as displayed. */
  width: pixels.optional(),
  height: pixels.optional(),
  /** Ratio of the picture, such as `16:9` or `2.39:1`. */
  aspect: z
    .string()
    .regex(/^[1-9]\d{0,3}(\.\d{1,3})?:[1-9]\d{0,3}(\.\d{1,3})?$/, "Enter a ratio such as 16:9.")
    .optional(),
  frameRate: z.object({ num: z.number().int().positive(), den: z.number().int().positive() }).optional(),
  /** Demands that all frames have the same duration. */
  constantRate: z.literal(true).optional(),
  minSeconds: seconds.optional(),
  maxSeconds: seconds.optional(),
  /** Integrated loudness in LUFS, with the accepted difference in LU. */
  loudness: z
    .object({
      target: z.number().min(-40, "Enter −40 LUFS or more.").max(-5, "Enter −5 LUFS or less."),
      tolerance: z.number().min(0.1, "Enter at least 0.1 LU.").max(10, "Enter at most 10 LU."),
    })
    .optional(),
  /** In dBTP. */
  maxTruePeak: z.number().min(-20, "Enter −20 dBTP or more.").max(3, "Enter 3 dBTP or less.").optional(),
  codecs: z.array(z.enum(codecs)).min(1, "Choose a codec, or demand none.").optional(),
});
export type DeliverySpecification = z.output<typeof deliverySpecification>;

/** A specification as it is saved. */
export const newSpecification = deliverySpecification.refine(
  ({ minSeconds = 0, maxSeconds = Infinity }) => minSeconds <= maxSeconds,
  { path: ["maxSeconds"], message: "The longest length has to be at least the shortest one." },
);

/** The ratio of width to height that a text such as `16:9` states. */
export function aspectRatio(aspect: string): number {
  const [width = 1, height = 1] = aspect.split(":").map(Number);
  return width / height;
}

/** Whether two exact rates are equal: 30000/1001 and 60000/2002. */
export function equalRates(one: Rate, other: Rate): boolean {
  return one.num * other.den === other.num * one.den;
}
