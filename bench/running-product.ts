import { installReelay, type Reelay } from "../e2e/support/reelay.ts";
import type { Settings } from "./figure.ts";
import { waitUntilIdle } from "./processes.ts";
import { type Person, signUp } from "./workflow.ts";

/** A running product of this row, with a creator and an editor. */
export interface Product {
  reelay: Reelay;
  creator: Person;
  editor: Person;
  /** Resolves when no background work is running. */
  waitUntilIdle: () => Promise<void>;
  restart: () => Promise<void>;
}

/** `serverSettings` are environment variables. */
export async function startProduct(
  { log, onEnd }: Pick<Settings, "log" | "onEnd">,
  serverSettings: Record<string, string> = {},
): Promise<Product> {
  log("starting the product");
  const reelay = await installReelay(serverSettings);
  onEnd(reelay.remove);
  return {
    reelay,
    creator: await signUp(reelay.url, "creator", "YOUTUBER"),
    editor: await signUp(reelay.url, "editor", "EDITOR"),
    waitUntilIdle: () => waitUntilIdle(reelay.pid()),
    restart: async () => {
      await reelay.kill();
      await reelay.start();
    },
  };
}
