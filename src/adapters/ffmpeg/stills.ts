import { readdir, rm } from "node:fs/promises";
import path from "node:path";

import { AdapterError } from "#core/adapter-error.ts";

import { inputArgs, measuredClock, pictureStream } from "./clock.ts";
import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { createPictureMeter, type PictureReceiver } from "./picture-meter.ts";
import { pictureOutputs } from "./picture-outputs.ts";
import {
  fitted,
  pictureFilter,
  posterName,
  posterSeconds,
  posterSide,
  secondsUntilPicture,
  singleOutput,
} from "./picture.ts";
import { describeStills, type Stills } from "./rendition.ts";
import { options, runFfmpeg, type RunOptions, sourceArgs } from "./run.ts";
import { soundArgs } from "./sound-args.ts";
import { layOutStoryboard, sheetOutput, type Storyboard, storyboardFilter, tiles } from "./storyboard.ts";
import { createMeter, meterFilter, meterOutput, type Waveform } from "./waveform.ts";

export interface StillsOrder {
  /** A local file. */
  source: string;
  /** For the outputs. The caller removes it, also after a failure. */
  folder: string;
  facts: ProbeFacts;
  /** Called only where `decodesForStills`. */
  onPicture?: PictureReceiver | undefined;
  signal?: AbortSignal;
}

/** Seconds up to which every frame is decoded, so that each tile shows exactly its time (docs/decisions/0019-renditions.md). */
const maxExactSeconds = 120;

/** Concurrent seeks when tiles are extracted separately. */
const parallelSeeks = 2;

/**
 * Creates poster, storyboard and waveform of a video that is played as it is. Of a long one, only key frames are decoded
 * for the storyboard: a tile then shows the last one at or before its time. Each is made even if the others can't be.
 * Rejects with the `AdapterError`s of `runFfmpeg`, with a permanent one if nothing can be made.
 */
export async function makeStills(ffmpeg: Ffmpeg, order: StillsOrder): Promise<Stills> {
  const { source, folder, facts } = order;
  const run: Run = (args, outputs) =>
    runFfmpeg(ffmpeg, {
      args,
      cwd: folder,
      signal: order.signal,
      timeLimitSeconds: 300 + facts.durationSeconds * 10,
      turnKey: source,
      ...outputs,
    });
  const storyboard = layOutStoryboard(facts);
  const failures: AdapterError[] = [];
  const unlessPermanent = <T>(made: Promise<T>): Promise<T | null> =>
    made.catch((error: unknown) => {
      if (!(error instanceof AdapterError) || error.kind !== "permanent") throw error;
      failures.push(error);
      return null;
    });
  await unlessPermanent(
    makePoster(run, order, pictureFilter(facts, fitted(facts.video, posterSide), ffmpeg, "still")),
  );
  const size = { width: storyboard.tileWidth, height: storyboard.tileHeight };
  const tile = pictureFilter(facts, size, ffmpeg, "still");
  if (decodesForStills(facts)) {
    const picture = order.onPicture && createPictureMeter(facts);
    const outputs = picture ? [...pictureOutputs(facts), ...measuredClock(facts)] : [];
    const pass = run([...sheetsInOnePass(order, storyboard, tile), ...outputs], picture);
    const measures = await unlessPermanent(pass.then(() => picture?.finish() ?? null));
    await order.onPicture?.(measures);
  } else {
    await unlessPermanent(
      skipsToKeyFrames(facts)
        ? run(["-skip_frame", "nokey", ...sheetsInOnePass(order, storyboard, tile)])
        : fetchTiles(run, order, storyboard, tile),
    );
  }
  const waveform = facts.audio ? await unlessPermanent(measure(run, order)) : null;
  const stills = await describeStills(folder, storyboard, waveform);
  if (stills.files.length === 0 && failures[0]) throw failures[0];
  return stills;
}

type Run = (args: string[], outputs?: Pick<RunOptions, "onData" | "receivers">) => Promise<void>;

/** The frame at the time of the poster; where none begins there or later, the last key frame before. */
async function makePoster(run: Run, order: StillsOrder, filter: string): Promise<void> {
  const seconds = secondsUntilPicture(order.facts) + posterSeconds(order.facts);
  const args = pictureAt(order, seconds, filter, posterName);
  await run(args);
  if (!(await readdir(order.folder)).includes(posterName)) await run(["-noaccurate_seek", ...args]);
}

function pictureAt({ source, facts }: StillsOrder, seconds: number, filter: string, name: string): string[] {
  const seek = options({ ss: seconds.toFixed(4) });
  return [
    ...seek,
    ...sourceArgs(source),
    ...options({ map: pictureStream(facts), vf: filter }),
    ...singleOutput(name),
  ];
}

/** Whether every frame is decoded for the stills of a video that is played as it is. */
export function decodesForStills({ video, durationSeconds }: ProbeFacts): boolean {
  return !video.keyFramesOnly && durationSeconds <= maxExactSeconds;
}

/**
 * One pass is faster if key frames are few and the decoder skips the others; VP9's decodes them all. (Discarding the others
 * in the demuxer is faster, but shifts the times.)
 */
function skipsToKeyFrames({ video }: ProbeFacts): boolean {
  return !video.keyFramesOnly && (video.codec === "avc" || video.codec === "hevc");
}

/** Arguments for the storyboard in one pass of all decoded frames. */
function sheetsInOnePass({ source, facts }: StillsOrder, storyboard: Storyboard, tile: string): string[] {
  return [
    ...sourceArgs(source),
    ...options({
      map: pictureStream(facts),
      vf: `setpts=PTS-STARTPTS,${storyboardFilter(storyboard, tile)}`,
    }),
    ...sheetOutput(storyboard),
  ];
}

/** Decodes only the key frame at or before the time of each tile. */
async function fetchTiles(run: Run, order: StillsOrder, storyboard: Storyboard, tile: string): Promise<void> {
  const tileName = (at: number) => `tile${String(at).padStart(5, "0")}.jpg`;
  const { num, den } = order.facts.video.rate;
  const first = secondsUntilPicture(order.facts);
  // Containers may round times or start audio before zero; without this a key frame at exactly this time would be
  // missed.
  const halfFrame = den / num / 2;
  let next = 0;
  const seek = async () => {
    while (next < storyboard.count) {
      const at = next++;
      const seconds = first + at * storyboard.intervalSeconds + halfFrame;
      await run(["-noaccurate_seek", ...pictureAt(order, seconds, tile, tileName(at))]);
    }
  };
  try {
    await Promise.all(Array.from({ length: parallelSeeks }, seek));
    const tiling = options({ f: "image2", i: "tile%05d.jpg", vf: tiles(storyboard) });
    await run([...tiling, ...sheetOutput(storyboard)]);
  } finally {
    const names = Array.from({ length: storyboard.count }, (_, at) => tileName(at));
    await Promise.all(names.map((name) => rm(path.join(order.folder, name), { force: true })));
  }
}

async function measure(run: Run, { source, facts }: StillsOrder): Promise<Waveform | null> {
  const meter = createMeter(facts.durationSeconds);
  const sound = soundArgs(facts, { label: "meter", filter: meterFilter });
  await run([...inputArgs(facts, source), ...sound, ...meterOutput], { onData: meter.take });
  return meter.finish();
}
