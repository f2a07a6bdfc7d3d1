import { resolve } from "node:path";

import { buildWebOnce } from "#app/server/web-build.ts";

/** Builds the browser app before the servers of several journeys would each do so. */
export default async function globalSetup(): Promise<void> {
  await buildWebOnce(resolve(import.meta.dirname, "../.."), (line) => process.stdout.write(`${line}\n`));
}
