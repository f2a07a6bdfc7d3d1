import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Read at a time, in bytes. */
const slice = 4 * 1024 * 1024;
/** Kept of the start of each slice, in bytes, to tell whether the file has changed meanwhile. */
const sample = 64;

/**
 * The SHA-256 of a file in hex, read slice by slice: how far a stream is read ahead while nobody takes from it is left
 * to each browser. `allowance` is waited for before a slice is read; it is told the slice's end in bytes. Firefox goes
 * on reading a file that was written over: what is hashed then is the file as it is now, which is not what was sent.
 */
export async function hashOf(
  file: Pick<Blob, "size" | "slice">,
  allowance: (end: number) => Promise<void>,
): Promise<string> {
  const read = async (start: number, end: number) =>
    new Uint8Array(await file.slice(start, end).arrayBuffer());
  const hash = sha256.create();
  const samples: Uint8Array[] = [];
  for (let start = 0; start < file.size; start += slice) {
    const end = Math.min(start + slice, file.size);
    await allowance(end);
    const bytes = await read(start, end);
    samples.push(bytes.slice(0, sample));
    hash.update(bytes);
  }
  for (const [index, before] of samples.entries()) {
    const now = await read(index * slice, index * slice + before.length);
    if (now.length !== before.length || now.some((byte, at) => byte !== before[at]))
      return hashOf(file, allowance);
  }
  return bytesToHex(hash.digest());
}
