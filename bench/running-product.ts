import type { Playback } from "#modules/media/contract/videos.ts";

import { installReelay, type Reelay } from "../e2e/support/reelay.ts";
import type { Settings } from "./figure.ts";
import { waitUntilIdle } from "./processes.ts";
import { createTask, type Person, sendVersion, signUp, untilWatchable } from "./workflow.ts";

/** A running product of this row, with a creator and an editor. */
export interface Product {
  reelay: Reelay;
  creator: Person;
  editor: Person;
  /** Resolves when no background work is running. */
  waitUntilIdle: () => Promise<void>;
  restart: () => Promise<void>;
}

/**
 * Seconds within which a slow machine ends the background work of a row: some for the work of any size, and two minutes for
 * each gigabyte that is prepared, with one file per round.
 */
function idleTimeout({ bytes, rounds }: Pick<Settings, "bytes" | "rounds">): number {
  return Math.ceil(300 + 120 * (bytes / 1e9) * rounds);
}

/** `serverSettings` are environment variables. */
export async function startProduct(
  settings: Pick<Settings, "bytes" | "rounds" | "log" | "onEnd">,
  serverSettings: Record<string, string> = {},
): Promise<Product> {
  const { log, onEnd } = settings;
  log("starting the product");
  const reelay = await installReelay(serverSettings);
  onEnd(reelay.remove);
  return {
    reelay,
    creator: await signUp(reelay.url, "creator", "YOUTUBER"),
    editor: await signUp(reelay.url, "editor", "EDITOR"),
    waitUntilIdle: () => waitUntilIdle(reelay.pid(), idleTimeout(settings)),
    restart: async () => {
      await reelay.kill();
      await reelay.start();
    },
  };
}

/** A new task in review: its first version can be watched, and nothing is left to prepare. */
export async function startReview(
  { creator, editor, waitUntilIdle: untilIdle }: Product,
  title: string,
  file: { path: string; bytes: number },
): Promise<{ taskId: number; playback: Playback }> {
  const taskId = await createTask(creator, editor, title);
  const watchable = untilWatchable(creator, taskId);
  await sendVersion(editor, taskId, file);
  const playback = await watchable;
  await untilIdle();
  return { taskId, playback };
}
