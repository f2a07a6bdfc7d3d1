import { inject } from "vitest";

import { seeded } from "../seeded-random.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Seed of the delays of responses and code, set by `WEB_DELAYS`; null without delays. */
    delaySeed: number | null;
  }
}

const seed = inject("delaySeed");
const random = seed === null ? null : seeded(seed);

/** Waits up to a second if the tier runs with delays. */
export async function delay(): Promise<void> {
  if (random) await new Promise((resolve) => setTimeout(resolve, random() * 1000));
}
