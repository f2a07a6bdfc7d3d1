import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";

import { planPlayback, renditionHeight } from "#adapters/ffmpeg/plan.ts";
import { probe } from "#adapters/ffmpeg/probe.ts";
import { watchableArgs, renditionSize, segmentSeconds } from "#adapters/ffmpeg/rendition-args.ts";

import { type Figure, median, type Row, seconds, type Settings } from "../figure.ts";
import { timeOf } from "../request-timing.ts";
import { type Product, startProduct } from "../running-product.ts";
import { ffmpeg, type UnplayableCodec, installedFfmpeg, makeUnplayableVideo } from "../video-file.ts";
import { createTask, sendVersion, untilWatchable } from "../workflow.ts";

const lengthSeconds = 10;
const max = 1.2;

/** From an upload's last byte to the first segment of its rendition, compared with ffmpeg alone. */
export const firstSegment: Row = {
  name: "first-segment",
  measure: async (settings) => {
    const product = await startProduct(settings);
    const figures: Figure[] = [];
    for (const coding of ["prores", "hevc"] as const) {
      figures.push(await measureCoding(coding, product, settings));
    }
    return figures;
  },
};

type Source = Awaited<ReturnType<typeof makeUnplayableVideo>>;

async function measureCoding(
  coding: UnplayableCodec,
  product: Product,
  { rounds, folder, log }: Settings,
): Promise<Figure> {
  const source = await makeUnplayableVideo(folder, coding, lengthSeconds);
  const times = { productRuns: [] as number[], baseline: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    times.productRuns.push(await timeToFirstSegment(product, source, `${coding} ${round}`));
    // Otherwise the rest of the rendition would slow down the baseline.
    await product.waitUntilIdle();
    times.baseline.push(await timeOfFfmpeg(folder, source));
    log(
      `${coding}: product ${seconds(times.productRuns.at(-1) ?? 0)}, ffmpeg ${seconds(times.baseline.at(-1) ?? 0)}`,
    );
  }
  const [productRuns, baseline] = [median(times.productRuns), median(times.baseline)];
  return {
    what: `last byte to first segment, ${coding === "prores" ? "ProRes" : "HEVC 10 bit"} 1080p, against ffmpeg`,
    measured: seconds(productRuns),
    baseline: seconds(baseline),
    ratio: productRuns / baseline,
    target: { text: `≤ ${max} of the baseline`, met: productRuns / baseline <= max },
  };
}

async function timeToFirstSegment(product: Product, source: Source, taskTitle: string): Promise<number> {
  const { creator, editor } = product;
  const taskId = await createTask(creator, editor, taskTitle);
  await product.waitUntilIdle();
  const watchable = untilWatchable(creator, taskId);
  const sentAt = await sendVersion(editor, taskId, source);
  const { playlistUrl } = await watchable;
  if (playlistUrl === null) throw new Error("The rendition was finished before its playlist was available.");
  const playlist = new URL(playlistUrl, creator.url);
  const first = /^segment\d+\.m4s$/m.exec(await (await fetchAs(creator.cookie, playlist)).text());
  if (!first) throw new Error("The playlist of a ready video has no segments.");
  await (await fetchAs(creator.cookie, new URL(first[0], playlist))).arrayBuffer();
  return (performance.now() - sentAt) / 1000;
}

async function fetchAs(cookie: string, address: URL): Promise<Response> {
  const answer = await fetch(address, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${address.pathname} returned ${answer.status}.`);
  return answer;
}

/** Time in seconds of ffmpeg alone for the same first segment. */
async function timeOfFfmpeg(folder: string, source: Source): Promise<number> {
  const probed = await probe(source.path, { ffmpeg: null });
  if (!probed.ok) throw new Error(probed.message);
  const { facts } = probed;
  if (planPlayback(facts).kind !== "rendition") throw new Error("This video plays as it is.");
  const size = renditionSize(facts, renditionHeight(facts));
  const args = watchableArgs({ source: source.path, facts, ...size }, await installedFfmpeg());
  args.splice(-1, 0, "-t", String(segmentSeconds));
  const made = await mkdtemp(join(folder, "segment-"));
  return (await timeOf(() => ffmpeg(args, made))) / 1000;
}
