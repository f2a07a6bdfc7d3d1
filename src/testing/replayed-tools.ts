import { cp, mkdir } from "node:fs/promises";
import path from "node:path";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";

/**
 * Video tools that replay the output of `tools` for the video at `source`, as fast as files are copied. `pause` runs
 * between two segments. `plan`, `renditionHeight` and `deferredHeights` replace those of `tools`.
 */
export async function replayedTools(
  tools: VideoTools,
  recorded: Pick<VideoTools, "plan" | "renditionHeight" | "deferredHeights"> & {
    source: string;
    folder: string;
    pause: () => Promise<void>;
  },
): Promise<VideoTools> {
  const { source, plan, renditionHeight, deferredHeights, pause } = recorded;
  const folders = {
    rendition: path.join(recorded.folder, "rendition"),
    stills: path.join(recorded.folder, "stills"),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  const facts = await replayFacts(tools, source);
  const rendition = await tools.makeRendition({ source, folder: folders.rendition, facts, height: 90 });
  const stills = await tools.makeStills({ source, folder: folders.stills, facts });
  const copy = (from: string, to: string, name: string) => cp(path.join(from, name), path.join(to, name));
  return {
    ...tools,
    plan,
    renditionHeight,
    deferredHeights,
    makeRendition: async ({ folder, onSegment, onProgress, signal }) => {
      for (const name of [rendition.playlist, ...rendition.stills.files]) {
        await copy(folders.rendition, folder, name);
      }
      for (const [at, name] of rendition.segments.entries()) {
        signal?.throwIfAborted();
        await copy(folders.rendition, folder, name);
        onSegment?.(name);
        onProgress?.(at / rendition.segments.length);
        await pause();
      }
      await copy(folders.rendition, folder, rendition.file);
      return rendition;
    },
    makeDeferredFiles: async ({ folder, heights, signal }) => {
      await pause();
      signal?.throwIfAborted();
      for (const name of heights.keys())
        await cp(path.join(folders.rendition, rendition.file), path.join(folder, name));
      return new Map([...heights.keys()].map((name) => [name, rendition]));
    },
    makeCaptions: async () => [],
    makeSoundFiles: async () => [],
    makeStills: async ({ folder, signal }) => {
      await pause();
      signal?.throwIfAborted();
      for (const name of stills.files) await copy(folders.stills, folder, name);
      return stills;
    },
  };
}

async function replayFacts(tools: VideoTools, source: string): Promise<ProbeFacts> {
  const probe = await tools.probe(source);
  if (!probe.ok) throw new TypeError(probe.message);
  return probe.facts;
}
