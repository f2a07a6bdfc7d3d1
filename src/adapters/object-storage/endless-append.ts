/**
 * A process that the suite kills: appends a repeating block to a key from what it has received on, for ever, and says
 * on its standard output how much it has handed over.
 */
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";

import { connect, connectionShape } from "./connection.ts";

const [connection = "", key = "", base64 = ""] = process.argv.slice(2);
const storage = await connect(connectionShape.parse(JSON.parse(connection)));
const block = Buffer.from(base64, "base64");
const received = await storage.resumable.received(key);

async function* blocks() {
  // A kill can leave a part of a block, so the pattern goes on in the middle of one.
  yield block.subarray(received % block.length);
  for (let handedOver = 0; ; handedOver += block.length) {
    yield block;
    process.stdout.write(`${handedOver}\n`);
    await turn();
  }
}

await storage.resumable.append(key, received, Readable.from(blocks()), { totalBytes: 1024 ** 3 });
