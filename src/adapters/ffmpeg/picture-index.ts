/** When the pictures of a track are shown, by the index of its MP4 or MOV. */
export interface PictureIndex {
  /** In ticks of the track's clock, before any edit; in the order in which the pictures are stored. */
  ticks: Float64Array;
  /** How long the picture that is stored last lasts, in ticks. */
  lastTicks: number;
  keyFramesOnly: boolean;
}

/** A file of which parts are read; `end` is exclusive. */
interface Readable {
  bytes: number;
  read: (start: number, end: number) => Promise<Uint8Array>;
}

/** Boxes looked at before the index: it stands first, or behind the pictures. */
const mostBoxesBefore = 32;
const largestIndex = 128 * 1024 * 1024;
/** Twelve hours at 240 pictures a second. */
const mostPictures = 12 * 60 * 60 * 240;

/**
 * Reads a track's index at once (ISO/IEC 14496-12, 8.6), which takes about as long for a minute as for an hour. `null`
 * where the file says it in another way (fragments) or in none that makes sense: then its packets have to be walked.
 */
export async function readPictureIndex(file: Readable, trackId: number): Promise<PictureIndex | null> {
  const movie = await findMovie(file);
  if (!movie || child(movie, "mvex")) return null;
  for (const { type, content } of boxes(movie)) {
    if (type !== "trak" || idOf(child(content, "tkhd")) !== trackId) continue;
    const table = ["mdia", "minf", "stbl"].reduce<Buffer | null>(
      (box, name) => box && child(box, name),
      content,
    );
    return table && readTable(table);
  }
  return null;
}

async function findMovie({ bytes, read }: Readable): Promise<Buffer | null> {
  let at = 0;
  for (let seen = 0; seen < mostBoxesBefore && bytes - at >= 8; seen += 1) {
    const header = headerOf(bufferOf(await read(at, Math.min(at + 16, bytes))), bytes - at);
    if (!header) return null;
    if (header.type === "moov") {
      if (header.size > largestIndex) return null;
      return bufferOf(await read(at + header.length, at + header.size));
    }
    at += header.size;
  }
  return null;
}

function readTable(table: Buffer): PictureIndex | null {
  const stretches = runs(child(table, "stts"));
  const shifts = child(table, "ctts");
  const offsets = shifts ? runs(shifts) : [];
  if (!stretches || !offsets) return null;
  const count = stretches.reduce((sum, run) => sum + run.count, 0);
  if (count === 0 || count > mostPictures) return null;

  const ticks = new Float64Array(count);
  let [n, decoded] = [0, 0];
  for (const { count: repeated, value } of stretches) {
    for (const end = n + repeated; n < end; n += 1) {
      ticks[n] = decoded;
      decoded += value;
    }
  }
  n = 0;
  for (const { count: repeated, value } of offsets) {
    // Below zero also where the box says that it can't be (version 0): QuickTime and all players read it so.
    const shift = value | 0;
    for (const end = Math.min(count, n + repeated); n < end; n += 1) ticks[n] = (ticks[n] ?? 0) + shift;
  }
  const keys = child(table, "stss");
  return {
    ticks,
    lastTicks: stretches.findLast((run) => run.count > 0)?.value ?? 0,
    keyFramesOnly: keys === null || (keys.length >= 8 && keys.readUInt32BE(4) >= count),
  };
}

/** The pairs of a run-length table: so many pictures have this value. */
function runs(box: Buffer | null): { count: number; value: number }[] | null {
  if (!box || box.length < 8) return null;
  const entries = box.readUInt32BE(4);
  if (entries * 8 > box.length - 8) return null;
  return Array.from({ length: entries }, (_, n) => ({
    count: box.readUInt32BE(8 + n * 8),
    value: box.readUInt32BE(12 + n * 8),
  }));
}

function idOf(header: Buffer | null): number | null {
  if (!header || header.length < 24) return null;
  return header.readUInt32BE(header[0] === 1 ? 20 : 12);
}

function child(box: Buffer, name: string): Buffer | null {
  for (const { type, content } of boxes(box)) if (type === name) return content;
  return null;
}

/** The boxes inside a box, as far as their sizes make sense. */
function* boxes(box: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at < box.length;) {
    const header = headerOf(box.subarray(at), box.length - at);
    if (!header) return;
    yield { type: header.type, content: box.subarray(at + header.length, at + header.size) };
    at += header.size;
  }
}

/** A box's header, unless the box claims more than the `room` that there is. */
function headerOf(bytes: Buffer, module: number): { type: string; length: number; size: number } | null {
  if (bytes.length < 8) return null;
  const type = bytes.toString("latin1", 4, 8);
  const stated = bytes.readUInt32BE(0);
  if (stated === 1 && bytes.length < 16) return null;
  const length = stated === 1 ? 16 : 8;
  const size = stated === 0 ? module : stated === 1 ? Number(bytes.readBigUInt64BE(8)) : stated;
  return size < length || size > module ? null : { type, length, size };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
