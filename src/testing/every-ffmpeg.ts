import { type Ffmpeg, findAllFfmpeg, findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";

/** Every usable ffmpeg on this machine, the default one first. Throws if there is none. */
export const everyFfmpeg: readonly Ffmpeg[] = await findAllFfmpeg(process.env);

if (everyFfmpeg.length === 0) throw new Error((await findFfmpeg(process.env)).explanation);
