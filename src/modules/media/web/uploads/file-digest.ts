import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Bytes read at a time. */
const sliceBytes = 4 * 1024 * 1024;
/** Bytes kept of the start of each slice, to detect whether the file has changed meanwhile. */
const sampleBytes = 64;

/**
 * The SHA-256 of a file in hex. Reads slices, because browsers differ in how far they read a stream ahead, and waits for
 * `allowance` of each slice's end in bytes. Firefox continues to read a file that was overwritten: then the file is hashed
 * again, and the result is the digest of its current content, which is not what was uploaded.
 */
export async function digestOfFile(
  file: Pick<Blob, "size" | "slice">,
  allowance: (end: number) => Promise<void>,
): Promise<string> {
  const read = async (start: number, end: number) =>
    new Uint8Array(await file.slice(start, end).arrayBuffer());
  const hash = sha256.create();
  const samples: Uint8Array[] = [];
  for (let start = 0; start < file.size; start += sliceBytes) {
    const end = Math.min(start + sliceBytes, file.size);
    await allowance(end);
    const bytes = await read(start, end);
    samples.push(bytes.slice(0, sampleBytes));
    hash.update(bytes);
  }
  for (const [index, before] of samples.entries()) {
    const start = index * sliceBytes;
    const now = await read(start, start + before.length);
    const isChanged = now.length !== before.length || now.some((byte, at) => byte !== before[at]);
    if (isChanged) return digestOfFile(file, allowance);
  }
  return bytesToHex(hash.digest());
}
