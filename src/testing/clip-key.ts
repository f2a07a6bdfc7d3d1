import { createHash } from "node:crypto";

import type { Recipe } from "./clip-parts.ts";

export interface ClipOrigin {
  recipe: Recipe;
  /** Paths of the clips that it is made of, which contain their keys. */
  from: string | null;
  parts: readonly string[];
  /** Version of the ffmpeg on this machine. */
  ffmpeg: string;
}

/** Name of the folder that keeps a clip. Everything that decides on the bytes of the clip changes it. */
export function clipKey({ recipe, from, parts, ffmpeg }: ClipOrigin): string {
  const maker = recipe.args || recipe.parts ? ffmpeg : null;
  return originKey([recipe, from, maker, ...parts]);
}

/** Short hash of a JSON value. */
export function originKey(origin: unknown): string {
  return createHash("sha256").update(JSON.stringify(origin)).digest("hex").slice(0, 12);
}
