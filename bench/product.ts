import { installReelay, type Reelay } from "../e2e/support/reelay.ts";
import type { Settings } from "./figure.ts";
import { untilAtRest } from "./processes.ts";
import { type Person, signUp } from "./studio.ts";

/** A product of the row's own, started by its command, with a creator and an editor. */
export interface Product {
  reelay: Reelay;
  creator: Person;
  editor: Person;
  /** Resolves when nothing works in the background any more. */
  atRest: () => Promise<void>;
  restart: () => Promise<void>;
}

export async function startProduct({ say, atEnd }: Pick<Settings, "say" | "atEnd">): Promise<Product> {
  say("starting the product");
  const reelay = await installReelay();
  atEnd(reelay.remove);
  return {
    reelay,
    creator: await signUp(reelay.url, "creator", "YOUTUBER"),
    editor: await signUp(reelay.url, "editor", "EDITOR"),
    atRest: () => untilAtRest(reelay.pid()),
    restart: async () => {
      await reelay.kill();
      await reelay.start();
    },
  };
}
