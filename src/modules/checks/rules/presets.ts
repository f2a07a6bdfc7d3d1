import type { DeliverySpecification } from "./specification.ts";

/** LUFS to which YouTube turns louder videos down; it turns none up (measured by others, Google states nothing). */
export const youtubeLoudness = -14;

/** Loudness and peak with which platforms leave the sound as it is. */
const platformSound: DeliverySpecification = {
  loudness: { target: youtubeLoudness, tolerance: 1 },
  maxTruePeak: -1,
};

/** Specifications to begin with, by name. */
export const specificationPresets: Record<string, DeliverySpecification> = {
  "YouTube 1080p": { width: 1920, height: 1080, constantRate: true, ...platformSound },
  "YouTube 2160p": { width: 3840, height: 2160, constantRate: true, ...platformSound },
  "Short 9:16": { width: 1080, height: 1920, constantRate: true, maxSeconds: 180, ...platformSound },
};
