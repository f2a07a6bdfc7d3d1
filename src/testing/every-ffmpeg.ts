import { type Ffmpeg, findAllFfmpeg, findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";

import { inSweep } from "./tier.ts";

const found = await findAllFfmpeg(process.env);

/**
 * Every usable ffmpeg on this machine in the sweep, the default one first; only that one in the server tier. Throws if
 * there is none.
 */
export const everyFfmpeg: readonly Ffmpeg[] = inSweep ? found : found.slice(0, 1);

if (everyFfmpeg.length === 0) throw new Error((await findFfmpeg(process.env)).explanation);
