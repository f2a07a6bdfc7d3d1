import type { StatedTimecode } from "./facts.ts";

/** Frame times of a track, from the index of its MP4 or MOV. */
export interface PictureIndex {
  /** In ticks of the track's clock, before edit lists; in storage order. */
  ticks: Float64Array;
  /** Duration of the last stored frame, in ticks. */
  lastTicks: number;
  /** Indexes of the key frames in `ticks`; null if all are. */
  keys: number[] | null;
  /** Parts of the track have different parameters of its codec. */
  reconfigured: boolean;
  /** An edit list has several parts, or ends before the last frame. */
  cut: boolean;
}

/** A file that is read by ranges; `end` is exclusive. */
interface Readable {
  bytes: number;
  read: (start: number, end: number) => Promise<Uint8Array>;
}

/** Boxes searched for the index, which is first or after the media data. */
const maxBoxesBeforeIndex = 32;
const maxIndexBytes = 128 * 1024 * 1024;
/** Twelve hours at 240 pictures a second. */
const maxPictures = 12 * 60 * 60 * 240;

/**
 * Reads a track's index (ISO/IEC 14496-12, 8.6), in about the same time for any duration. `null` if the file
 * has no valid one (fragments): then its packets must be scanned.
 */
export async function readPictureIndex(file: Readable, trackId: number): Promise<PictureIndex | null> {
  const movie = await findMovie(file);
  if (!movie || child(movie, "mvex")) return null;
  for (const { type, content } of boxes(movie)) {
    if (type !== "trak" || headerId(child(content, "tkhd")) !== trackId) continue;
    const table = descend(content, ["mdia", "minf", "stbl"]);
    const index = table && readTable(table);
    return index && { ...index, cut: isCut(index, readEdits(movie, content)) };
  }
  return null;
}

/** A part of a track that is played: its duration and its first tick, in ticks of the track's clock. */
interface Edit {
  ticks: number;
  start: number;
  speed: number;
}

/** The edit list (ISO/IEC 14496-12, 8.6.6) without empty edits. */
function readEdits(movie: Buffer, track: Buffer): Edit[] {
  const list = descend(track, ["edts", "elst"]);
  const movieClock = headerClock(child(movie, "mvhd"));
  const trackClock = headerClock(descend(track, ["mdia", "mdhd"]));
  if (!list || list.length < 8 || movieClock === null || trackClock === null) return [];
  const isLong = list[0] === 1;
  const size = isLong ? 20 : 12;
  const count = Math.min(list.readUInt32BE(4), Math.floor((list.length - 8) / size));
  return Array.from({ length: count }, (_, n) => {
    const at = 8 + n * size;
    const duration = isLong ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at);
    const start = isLong ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4);
    return { ticks: (duration * trackClock) / movieClock, start, speed: list.readInt32BE(at + size - 4) };
  }).filter(({ start }) => start >= 0);
}

/** Ticks per second in the header of a movie or of a track's media. */
function headerClock(header: Buffer | null): number | null {
  const at = header?.[0] === 1 ? 20 : 12;
  if (!header || header.length < at + 4) return null;
  return header.readUInt32BE(at) || null;
}

const normalSpeed = 0x1_00_00;

function isCut({ ticks, lastTicks }: { ticks: Float64Array; lastTicks: number }, edits: Edit[]): boolean {
  const [edit, ...more] = edits;
  if (!edit) return false;
  if (more.length > 0 || edit.speed !== normalSpeed) return true;
  // A duration of zero is unknown. Others are rounded to the clock of the movie.
  const last = ticks.reduce((latest, tick) => (tick > latest ? tick : latest), 0);
  return edit.ticks > 0 && last - edit.start >= edit.ticks - lastTicks / 2;
}

/** The timecode track of an MP4 or MOV (QuickTime File Format, timecode media), or undefined if it has none. */
export async function readStartTimecode(file: Readable): Promise<StatedTimecode | undefined> {
  const movie = await findMovie(file);
  for (const { type, content } of movie ? boxes(movie) : []) {
    const handler = type === "trak" ? descend(content, ["mdia", "hdlr"]) : null;
    if (handler?.toString("latin1", 8, 12) !== "tmcd") continue;
    const table = descend(content, ["mdia", "minf", "stbl"]);
    const description = table && child(table, "stsd");
    const at = table && firstChunk(table);
    if (!description || description.length < 41 || at === null || at + 4 > file.bytes) return undefined;
    const flags = description.readUInt32BE(28);
    const frames = asBuffer(await file.read(at, at + 4)).readInt32BE(0);
    // Tape counters are not timecodes.
    if (flags & 8 || frames < 0) return undefined;
    return { frames, perSecond: description[40] ?? 0, dropFrame: (flags & 1) === 1 };
  }
  return undefined;
}

/** Position in the file of the first stored bytes of a track. */
function firstChunk(table: Buffer): number | null {
  const short = child(table, "stco");
  if (short && short.length >= 12) return short.readUInt32BE(8);
  const long = child(table, "co64");
  return long && long.length >= 16 ? Number(long.readBigUInt64BE(8)) : null;
}

async function findMovie({ bytes, read }: Readable): Promise<Buffer | null> {
  let at = 0;
  for (let seen = 0; seen < maxBoxesBeforeIndex && bytes - at >= 8; seen += 1) {
    const header = readHeader(asBuffer(await read(at, Math.min(at + 16, bytes))), bytes - at);
    if (!header) return null;
    if (header.type === "moov") {
      if (header.size > maxIndexBytes) return null;
      return asBuffer(await read(at + header.length, at + header.size));
    }
    at += header.size;
  }
  return null;
}

function readTable(table: Buffer): Omit<PictureIndex, "cut"> | null {
  const durations = runs(child(table, "stts"));
  const shifts = child(table, "ctts");
  const offsets = shifts ? runs(shifts) : [];
  if (!durations || !offsets) return null;
  const count = durations.reduce((sum, run) => sum + run.count, 0);
  if (count === 0 || count > maxPictures) return null;

  const ticks = new Float64Array(count);
  let [n, decoded] = [0, 0];
  for (const { count: repeated, value } of durations) {
    for (const end = n + repeated; n < end; n += 1) {
      ticks[n] = decoded;
      decoded += value;
    }
  }
  n = 0;
  for (const { count: repeated, value } of offsets) {
    // Signed even in version 0 of the box, as QuickTime and all players read it.
    const shift = value | 0;
    for (const end = Math.min(count, n + repeated); n < end; n += 1) ticks[n] = (ticks[n] ?? 0) + shift;
  }
  return {
    ticks,
    lastTicks: durations.findLast((run) => run.count > 0)?.value ?? 0,
    keys: keysIn(child(table, "stss"), count),
    reconfigured: descriptionsIn(child(table, "stsd")) > 1,
  };
}

function descriptionsIn(table: Buffer | null): number {
  return table && table.length >= 8 ? table.readUInt32BE(4) : 1;
}

/** Indexes of key frames; null without such a table, where all frames are. */
function keysIn(table: Buffer | null, count: number): number[] | null {
  if (!table) return null;
  const entries = table.length < 8 ? 0 : Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / 4));
  const keys: number[] = [];
  for (let n = 0; n < entries; n += 1) {
    const key = table.readUInt32BE(8 + n * 4) - 1;
    if (key >= 0 && key < count) keys.push(key);
  }
  return keys;
}

/** The pairs of a run-length table. */
function runs(box: Buffer | null): { count: number; value: number }[] | null {
  if (!box || box.length < 8) return null;
  const entries = box.readUInt32BE(4);
  if (entries * 8 > box.length - 8) return null;
  return Array.from({ length: entries }, (_, n) => ({
    count: box.readUInt32BE(8 + n * 8),
    value: box.readUInt32BE(12 + n * 8),
  }));
}

function headerId(header: Buffer | null): number | null {
  if (!header || header.length < 24) return null;
  return header.readUInt32BE(header[0] === 1 ? 20 : 12);
}

function descend(box: Buffer, path: readonly string[]): Buffer | null {
  return path.reduce<Buffer | null>((inside, name) => inside && child(inside, name), box);
}

function child(box: Buffer, name: string): Buffer | null {
  for (const { type, content } of boxes(box)) if (type === name) return content;
  return null;
}

/** The boxes inside a box, as far as their sizes are valid. */
function* boxes(box: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at < box.length;) {
    const header = readHeader(box.subarray(at), box.length - at);
    if (!header) return;
    yield { type: header.type, content: box.subarray(at + header.length, at + header.size) };
    at += header.size;
  }
}

/** A box's header, or `null` if the box claims more than the `available` bytes. */
function readHeader(bytes: Buffer, available: number): { type: string; length: number; size: number } | null {
  if (bytes.length < 8) return null;
  const type = bytes.toString("latin1", 4, 8);
  const shortSize = bytes.readUInt32BE(0);
  if (shortSize === 1 && bytes.length < 16) return null;
  const length = shortSize === 1 ? 16 : 8;
  const size = shortSize === 0 ? available : shortSize === 1 ? Number(bytes.readBigUInt64BE(8)) : shortSize;
  return size < length || size > available ? null : { type, length, size };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
