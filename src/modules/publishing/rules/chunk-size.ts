/** The platform's limits on upload chunks, in bytes. */
export interface ChunkLimits {
  /** The default: the first chunk, the last, and the largest one after a failure. */
  chunkBytes: number;
  /** The largest chunk on a fast connection. */
  maxChunkBytes: number;
  /** Every chunk but the last is a multiple of this. */
  chunkUnit: number;
}

/** Chunk of slow or unreliable connections, in bytes. */
const minChunkBytes = 8 * 1024 * 1024;
const targetMilliseconds = 20_000;

/**
 * Bytes of the next chunk after one that took `milliseconds`, so that each takes about 20 s and a failure loses little.
 * On a fast connection it is large, because each request costs about a tenth of the time of 64 MiB.
 */
export function nextChunk(sent: { bytes: number; milliseconds: number }, limits: ChunkLimits): number {
  const target = (sent.bytes / Math.max(sent.milliseconds, 1)) * targetMilliseconds;
  return wholeUnits(Math.min(limits.maxChunkBytes, Math.max(minChunkBytes, target)), limits);
}

/** Bytes of the next chunk after one that failed. */
export function chunkAfterFailure(chunk: number, limits: ChunkLimits): number {
  return wholeUnits(Math.min(limits.chunkBytes, Math.max(minChunkBytes, chunk / 2)), limits);
}

/**
 * End offset of a chunk of about `chunk` bytes from `start`. A file's last chunk is not larger than the default: the
 * video may exist as soon as it is being sent, and the hash must be known before.
 */
export function endOfChunk(at: { start: number; bytes: number; chunk: number }, limits: ChunkLimits): number {
  const { start, bytes, chunk } = at;
  const { chunkBytes, chunkUnit } = limits;
  const beforeLast = Math.ceil((bytes - start - chunkBytes) / chunkUnit) * chunkUnit;
  return Math.min(bytes, start + Math.min(chunk, Math.max(chunkBytes, beforeLast)));
}

function wholeUnits(bytes: number, { chunkUnit }: ChunkLimits): number {
  return Math.max(1, Math.floor(bytes / chunkUnit)) * chunkUnit;
}
