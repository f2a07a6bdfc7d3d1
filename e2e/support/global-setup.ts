import { resolve } from "node:path";

import { prepareWebFolder } from "#app/server/web-folder.ts";

/** Builds the web app once, before the servers of the tests start. */
export default async function globalSetup(): Promise<void> {
  await prepareWebFolder(resolve(import.meta.dirname, "../.."), (line) => process.stdout.write(`${line}\n`));
}
