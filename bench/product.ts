import { installReelay, type Reelay } from "../e2e/support/reelay.ts";
import type { Settings } from "./figure.ts";
import { findChild } from "./processes.ts";
import { type Person, signUp } from "./studio.ts";

/** A product of the row's own, started by its command, with a creator and an editor. */
export interface Product {
  reelay: Reelay;
  creator: Person;
  editor: Person;
  /** Its server's process. */
  pid: () => Promise<number>;
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
    pid: () => findChild("src/app/server/main.ts"),
    restart: async () => {
      await reelay.kill();
      await reelay.start();
    },
  };
}
