import {
  directoryHeader,
  directoryHeaderBytes,
  endRecords,
  localHeader,
  localHeaderBytes,
  type ZipEntry,
} from "./zip-records.ts";

/** Raised when the same entries give other bytes than before, so that no download continues with them. */
export const zipFormatVersion = 1;

/** An entry with the offsets of its local header, its content and its header in the central directory. */
interface ZipMember {
  entry: ZipEntry;
  headerAt: number;
  contentAt: number;
  directoryAt: number;
}

/**
 * The offsets of everything in a ZIP archive of stored files, from which each range of its bytes can be made. In this order:
 * local header and content of each entry, central directory, end records (APPNOTE 6.3.10, 4.3.6).
 */
export interface ZipLayout {
  members: readonly Readonly<ZipMember>[];
  /** Offset of the central directory. */
  directoryAt: number;
  /** Offset of the end records. */
  endAt: number;
  /** Size of the archive. */
  bytes: number;
}

/** Bytes of an archive, or from where they are read: `from` is the first byte of the file, `to` is exclusive. */
export type ZipPiece = { bytes: Uint8Array } | { file: string; from: number; to: number };

/** Size up to which headers that follow each other are in one piece. */
const joinedBytes = 64 * 1024;
/** The field with the length of a name has 16 bits (4.4.10). */
const maxPathBytes = 0xffff;

/**
 * Lays out a ZIP archive with the entries in their order. The same entries give the same bytes. Throws a `RangeError` for two
 * entries with one path, and for sizes, checksums and paths that an archive can't have.
 */
export function layoutZip(entries: readonly ZipEntry[]): ZipLayout {
  checkEntries(entries);
  const members: ZipMember[] = [];
  let at = 0;
  for (const entry of entries) {
    const contentAt = at + localHeaderBytes(entry);
    members.push({ entry, headerAt: at, contentAt, directoryAt: 0 });
    at = contentAt + entry.bytes;
  }
  const directoryAt = at;
  for (const member of members) {
    member.directoryAt = at;
    at += directoryHeaderBytes(member.entry, member.headerAt);
  }
  const layout = { members, directoryAt, endAt: at };
  const bytes = at + endOfLayout(layout).length;
  if (!Number.isSafeInteger(bytes)) throw new RangeError("The archive is too large for exact offsets.");
  return { ...layout, bytes };
}

function checkEntries(entries: readonly ZipEntry[]): void {
  const paths = new Set<string>();
  for (const { path, bytes, crc32 } of entries) {
    if (path === "" || Buffer.byteLength(path) > maxPathBytes)
      throw new RangeError(`Invalid path: “${path}”`);
    if (paths.has(path)) throw new RangeError(`Two entries have the path “${path}”.`);
    if (!Number.isSafeInteger(bytes) || bytes < 0)
      throw new RangeError(`Invalid size of “${path}”: ${bytes}`);
    if (crc32 >>> 0 !== crc32) throw new RangeError(`Invalid CRC-32 of “${path}”: ${crc32}`);
    paths.add(path);
  }
}

const endOfLayout = ({ members, directoryAt, endAt }: Omit<ZipLayout, "bytes">) =>
  endRecords({ entries: members.length, at: directoryAt, bytes: endAt - directoryAt });

/** A part of an archive: `from` is its first byte, `to` is exclusive. */
interface Span {
  from: number;
  to: number;
}

/** The pieces of a part of an archive in their order. Headers are made when the iteration reaches them. */
export function* zipPieces(layout: ZipLayout, span: Span): Generator<ZipPiece, void, undefined> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for (const piece of partsIn(layout, span)) {
    if (pendingBytes > 0 && (!("bytes" in piece) || pendingBytes + piece.bytes.length > joinedBytes)) {
      yield { bytes: Buffer.concat(pending) };
      pending = [];
      pendingBytes = 0;
    }
    if ("bytes" in piece) {
      pending.push(piece.bytes);
      pendingBytes += piece.bytes.length;
    } else {
      yield piece;
    }
  }
  if (pendingBytes > 0) yield { bytes: Buffer.concat(pending) };
}

/** Headers and contents in a part of an archive, without empty ones. */
function* partsIn(layout: ZipLayout, { from, to }: Span): Generator<ZipPiece, void, undefined> {
  const { members, endAt } = layout;
  if (from >= to) return;
  for (let index = lastStart(members, "headerAt", from); index < members.length; index++) {
    const member = members[index];
    if (!member || member.headerAt >= to) break;
    const { entry, headerAt, contentAt } = member;
    if (from < contentAt) yield* clipped(localHeader(entry), headerAt, { from, to });
    const content = { from: Math.max(from - contentAt, 0), to: Math.min(to - contentAt, entry.bytes) };
    if (content.from < content.to) yield { file: entry.file, ...content };
  }
  for (let index = lastStart(members, "directoryAt", from); index < members.length; index++) {
    const member = members[index];
    if (!member || member.directoryAt >= to) break;
    yield* clipped(directoryHeader(member.entry, member.headerAt), member.directoryAt, { from, to });
  }
  yield* clipped(endOfLayout(layout), endAt, { from, to });
}

/** The part of the bytes at offset `at` that is in the span. */
function* clipped(bytes: Uint8Array, at: number, { from, to }: Span): Generator<ZipPiece, void, undefined> {
  const part = bytes.subarray(Math.max(from - at, 0), Math.max(to - at, 0));
  if (part.length > 0) yield { bytes: part };
}

/** Index of the last member that starts at or before an offset, or 0. */
function lastStart(members: readonly ZipMember[], start: "headerAt" | "directoryAt", offset: number): number {
  let [low, high] = [0, members.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((members[middle]?.[start] ?? Infinity) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
