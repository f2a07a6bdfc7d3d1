import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { PictureReceiver } from "#adapters/ffmpeg/picture-meter.ts";
import { createVideoTools, type VideoTools } from "#adapters/ffmpeg/video-tools.ts";

import { type Figure, median, type Row } from "../figure.ts";
import { ffmpeg, installedFfmpeg } from "../video-file.ts";

const max = 1.1;
const lightName = "light.mp4";

/** User CPU time of preparing a minute of 1080p H.264 with the measuring of its picture, compared with preparing it alone. */
export const pictureCheck: Row = {
  name: "picture-check",
  measure: async ({ folder, rounds, tiny, log }) => {
    const tools = createVideoTools(await installedFfmpeg());
    const source = join(folder, "film.mp4");
    await makeFilm(source, tiny ? 2 : 60);
    const probed = await tools.probe(source);
    if (!probed.ok) throw new Error(probed.message);
    const { facts } = probed;
    const figures: Figure[] = [];
    for (const played of ["original", "rendition"] as const) {
      const costs = { measured: [] as number[], alone: [] as number[] };
      for (let round = 1; round <= rounds; round += 1) {
        const prepare = async (onPicture?: PictureReceiver) =>
          userSeconds(async () =>
            prepareFilm(tools, await mkdtemp(join(folder, "made-")), { source, facts, played, onPicture }),
          );
        costs.alone.push(await prepare());
        costs.measured.push(await prepare(() => undefined));
        log(
          `${played}: ${costs.measured.at(-1)?.toFixed(2)} CPU s, without ${costs.alone.at(-1)?.toFixed(2)}`,
        );
      }
      const [measured, alone] = [median(costs.measured), median(costs.alone)];
      figures.push({
        what: `CPU of preparing 60 s of 1080p H.264 with its picture measured, ${played} played`,
        measured: `${measured.toFixed(2)} CPU s`,
        baseline: `${alone.toFixed(2)} CPU s`,
        ratio: measured / alone,
        target: { text: `≤ ${max} of the baseline`, met: measured / alone <= max },
      });
    }
    return figures;
  },
};

/** A film of 10 Mbit/s with reordered frames and a key frame every 4 s, as editing programs export it; ten seconds, repeated. */
async function makeFilm(file: string, seconds: number): Promise<void> {
  const part = `${file}.part.mp4`;
  const picture = "mandelbrot=size=1920x1080:rate=30:end_scale=0.05,noise=alls=6:allf=t,trim=duration=10";
  await ffmpeg([
    ...["-f", "lavfi", "-i", picture, "-c:v", "libx264", "-preset", "veryfast", "-g", "120"],
    ...["-pix_fmt", "yuv420p", "-b:v", "10M", "-maxrate", "12M", "-bufsize", "12M", part],
  ]);
  await ffmpeg(["-stream_loop", "-1", "-i", part, "-t", String(seconds), "-c", "copy", file]);
}

interface Preparation {
  source: string;
  facts: ProbeFacts;
  played: "original" | "rendition";
  onPicture: PictureReceiver | undefined;
}

/** Makes what the jobs make of a video: its stills and light rendition, or its first rendition. */
async function prepareFilm(
  tools: VideoTools,
  folder: string,
  { source, facts, played, onPicture }: Preparation,
): Promise<void> {
  if (played === "rendition") {
    await tools.makeRendition({ source, folder, facts, height: tools.renditionHeight(facts), onPicture });
    return;
  }
  await tools.makeStills({ source, folder, facts, onPicture });
  const { light } = tools.deferredHeights(facts, null, true);
  const heights = new Map(light === null ? [] : [[lightName, light]]);
  await tools.makeDeferredFiles({ source, folder, facts, heights, fileForSteps: lightName });
}

/** Clock ticks per second in `/proc` (`getconf CLK_TCK`, 100 on Linux). */
const ticksPerSecond = 100;

/** User CPU seconds of this process and the programs that it starts. */
async function userSeconds(work: () => Promise<void>): Promise<number> {
  const ticks = async () => {
    const fields = (await readFile("/proc/self/stat", "utf8")).replace(/^.*\) /, "").split(" ");
    // utime and cutime of proc_pid_stat(5), without the first two fields.
    return Number(fields[11]) + Number(fields[13]);
  };
  const before = await ticks();
  await work();
  return ((await ticks()) - before) / ticksPerSecond;
}
