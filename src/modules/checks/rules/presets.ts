import type { DeliverySpecification } from "./specification.ts";

/** Loudness and peak with which platforms leave the sound as it is. */
const platformSound: DeliverySpecification = { loudness: { target: -14, tolerance: 1 }, maxTruePeak: -1 };

/** Specifications to begin with, by name. */
export const specificationPresets: Record<string, DeliverySpecification> = {
  "YouTube 1080p": { width: 1920, height: 1080, constantRate: true, ...platformSound },
  "YouTube 2160p": { width: 3840, height: 2160, constantRate: true, ...platformSound },
  "Short 9:16": { width: 1080, height: 1920, constantRate: true, maxSeconds: 180, ...platformSound },
};
