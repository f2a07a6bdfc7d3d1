import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import { describe, expect, it } from "vitest";

import { readStart } from "./first-bytes.ts";

/** A stream that has all of its bytes, and its end, before it is read. */
function filled(content: Buffer): Readable {
  const stream = new Readable({ read: () => undefined });
  stream.push(content);
  stream.push(null);
  return stream;
}

describe("peeking at a stream", () => {
  it.each([0, 10, 64, 5000])("keeps all of %i bytes that had arrived at once", async (length) => {
    const content = Buffer.alloc(length, 7);
    const { head, stream } = await readStart(filled(content), 64);
    // The stream is read later, after a database call.
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(head.length).toBeGreaterThanOrEqual(Math.min(length, 64));
    expect(await buffer(stream)).toEqual(content);
  });

  it("keeps the bytes that follow", async () => {
    const { stream } = await readStart(Readable.from([Buffer.alloc(80, 1), Buffer.alloc(80, 2)]), 64);
    expect(await buffer(stream)).toHaveLength(160);
  });

  it.each(["before", "while"])("rejects when the source fails %s reading", async (when) => {
    const source = new Readable({ read: () => undefined });
    source.on("error", () => undefined);
    source.push(Buffer.alloc(10));
    if (when === "before") {
      source.destroy(new Error("The sender has gone."));
      await new Promise((resolve) => source.once("close", resolve));
    }
    const looking = readStart(source, 64);
    if (when === "while") source.destroy(new Error("The sender has gone."));
    await expect(looking).rejects.toThrow("The sender has gone.");
  });
});
