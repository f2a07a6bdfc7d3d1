/** A server as a separate process. Prints its URL and exits when its standard input closes. */
import { flushCompileCache } from "node:module";

import { compose } from "#app/server/compose.ts";

import { testComposition } from "./composition.ts";

const composed = await compose(testComposition(JSON.parse(process.argv[2] ?? "")));
const url = await composed.app.listen({ port: 0, host: "127.0.0.1" });
await composed.startWork();
process.stdout.write(`${url}\n`);
// Machines end by SIGKILL, which would discard the compile cache.
flushCompileCache();
process.stdin.resume().once("end", () => process.exit());
