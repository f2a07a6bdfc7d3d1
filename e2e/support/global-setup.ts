import { resolve } from "node:path";

import { prepareWebFolder } from "#app/server/web-folder.ts";

/** Builds the browser app before the servers of several journeys would each do so. */
export default async function globalSetup(): Promise<void> {
  await prepareWebFolder(resolve(import.meta.dirname, "../.."), (line) => process.stdout.write(`${line}\n`));
}
