import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";

import { digestOfFile } from "./file-digest.ts";

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

describe("the digest of a file", () => {
  it("is the SHA-256 of its bytes", async () => {
    const bytes = new Uint8Array(9 * 1024 * 1024).map((_, at) => at % 251);
    expect(await digestOfFile(new Blob([bytes]), async () => undefined)).toBe(await sha256(bytes));
  });

  it("is the SHA-256 of the current content where the file was overwritten meanwhile", async () => {
    let bytes = new Uint8Array(9 * 1024 * 1024).fill(1);
    const file: Pick<Blob, "size" | "slice"> = {
      size: bytes.length,
      slice: (start, end) => new Blob([bytes.slice(start, end)]),
    };
    const hash = await digestOfFile(file, async (end) => {
      if (end === file.size) bytes = new Uint8Array(file.size).fill(2);
    });
    expect(hash).toBe(await sha256(bytes));
  });
});
