/**
 * A process for the tests to kill: appends a repeating block to a key from the received offset on, without
 * end, and prints how many bytes it has passed on.
 */
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";

import { connect, connectionShape } from "./connection.ts";

const [connection = "", key = "", base64 = ""] = process.argv.slice(2);
const storage = await connect(connectionShape.parse(JSON.parse(connection)));
const block = Buffer.from(base64, "base64");
const received = await storage.resumable.received(key);

async function* blocks() {
  // After a kill the key can end inside a block.
  yield block.subarray(received % block.length);
  for (let passedOn = 0; ; passedOn += block.length) {
    yield block;
    process.stdout.write(`${passedOn}\n`);
    await nextTurn();
  }
}

await storage.resumable.append(key, received, Readable.from(blocks()), { totalBytes: 1024 ** 3 });
