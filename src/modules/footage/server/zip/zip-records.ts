// Numbers of sections are those of PKWARE's APPNOTE.TXT 6.3.10.

/** A stored file and its place in a ZIP archive. */
export interface ZipEntry {
  /** Names the stored object in the pieces of the archive, which doesn't contain it. */
  file: string;
  /** Path in the archive, with `/` between its parts. */
  path: string;
  bytes: number;
  /** CRC-32 of the content (4.4.7), unsigned. */
  crc32: number;
  /** Becomes the modification time. */
  modified: Date;
}

/** From this number on, sizes and offsets are in ZIP64 fields: the 32-bit field then has this value (4.4.8, 4.4.9, 4.4.16). */
export const zip64From = 0xffff_ffff;
/** From this number of entries on, it is in the ZIP64 record (4.4.1.4). */
export const zip64EntriesFrom = 0xffff;

/** Versions of the specification that a reader needs: 1.0 for a stored file, 4.5 for ZIP64 (4.4.3.2). */
const needed = { stored: 10, zip64: 45 };
/** Attributes of Unix, by version 6.3 of the specification (4.4.2). */
const madeBy = (3 << 8) | 63;
/** A regular file that everyone may read and its owner may write, in the upper half (4.4.15). */
const externalAttributes = 0o100644 * 0x1_0000;
/** Bit 11: names are in UTF-8. Without bit 3, because sizes and CRC-32 are in the local header (4.4.4). */
const flags = 1 << 11;
/** Compression method "stored" (4.4.5). */
const stored = 0;

type Field = readonly [bytes: 1 | 2 | 4 | 8, value: number];

/** Fields one after the other; numbers have the least significant byte first (4.4.1.1). */
function record(...fields: readonly (Field | Uint8Array)[]): Uint8Array {
  return Buffer.concat(fields.map((field) => (field instanceof Uint8Array ? field : number(field))));
}

function number([bytes, value]: Field): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value));
  else buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}

/** Date and time of MS-DOS (4.4.6), in UTC: two seconds exact, from 1980 to 2107. */
function dosTime(modified: Date): { date: number; time: number } {
  const year = modified.getUTCFullYear();
  if (year < 1980) return { date: (1 << 5) | 1, time: 0 };
  if (year > 2107) return { date: 0xff9f, time: 0xbf7d };
  const date = ((year - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate();
  const [hours, minutes, seconds] = [
    modified.getUTCHours(),
    modified.getUTCMinutes(),
    modified.getUTCSeconds(),
  ];
  return { date, time: (hours << 11) | (minutes << 5) | (seconds >> 1) };
}

/**
 * The extra field "extended timestamp" (0x5455 in 4.6.1, defined by Info-ZIP): modification time in UTC in seconds since 1970.
 * It has 31 bits, so it is absent after 2038 and before 1970. Without it, readers take the other time for a local one.
 */
function timestampField({ modified }: ZipEntry): Uint8Array {
  const seconds = Math.floor(modified.getTime() / 1000);
  if (seconds < 0 || seconds > 0x7fff_ffff) return record();
  return record([2, 0x5455], [2, 5], [1, 1], [4, seconds]);
}

/** The ZIP64 extra field with the given 64-bit numbers (4.5.3), or nothing without numbers. */
function zip64Field(numbers: readonly number[]): Uint8Array {
  if (numbers.length === 0) return record();
  return record([2, 0x0001], [2, 8 * numbers.length], ...numbers.map((value): Field => [8, value]));
}

/** Both sizes, which a local header must have together (4.5.3). */
const largeSizes = ({ bytes }: ZipEntry) => (bytes >= zip64From ? [bytes, bytes] : []);
const largeOffset = (offset: number) => (offset >= zip64From ? [offset] : []);
const in32Bits = (value: number): Field => [4, Math.min(value, zip64From)];

/** Fields that the local header and the entry of the directory have in common, from version to extra length (4.3.7). */
function sharedFields(entry: ZipEntry, name: Uint8Array, extraBytes: number, isZip64: boolean): Field[] {
  const { date, time } = dosTime(entry.modified);
  return [
    [2, isZip64 ? needed.zip64 : needed.stored],
    [2, flags],
    [2, stored],
    [2, time],
    [2, date],
    [4, entry.crc32],
    in32Bits(entry.bytes),
    in32Bits(entry.bytes),
    [2, name.length],
    [2, extraBytes],
  ];
}

/** The header before the content of an entry (4.3.7). */
export function localHeader(entry: ZipEntry): Uint8Array {
  const name = Buffer.from(entry.path);
  const sizes = zip64Field(largeSizes(entry));
  const time = timestampField(entry);
  const fields = sharedFields(entry, name, sizes.length + time.length, sizes.length > 0);
  return record([4, 0x0403_4b50], ...fields, name, sizes, time);
}

export function localHeaderBytes(entry: ZipEntry): number {
  return (
    30 + Buffer.byteLength(entry.path) + zip64Field(largeSizes(entry)).length + timestampField(entry).length
  );
}

/** An entry of the central directory (4.3.12). `headerAt` is the offset of its local header. */
export function directoryHeader(entry: ZipEntry, headerAt: number): Uint8Array {
  const name = Buffer.from(entry.path);
  const large = zip64Field([...largeSizes(entry), ...largeOffset(headerAt)]);
  const time = timestampField(entry);
  return record(
    [4, 0x0201_4b50],
    [2, madeBy],
    ...sharedFields(entry, name, large.length + time.length, large.length > 0),
    // Comment, number of the disk, internal attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, externalAttributes],
    in32Bits(headerAt),
    name,
    large,
    time,
  );
}

export function directoryHeaderBytes(entry: ZipEntry, headerAt: number): number {
  const large = zip64Field([...largeSizes(entry), ...largeOffset(headerAt)]);
  return 46 + Buffer.byteLength(entry.path) + large.length + timestampField(entry).length;
}

/** The central directory as the end of an archive describes it. */
interface Directory {
  entries: number;
  at: number;
  bytes: number;
}

/**
 * The end of an archive: the end of central directory record (4.3.16), and before it the ZIP64 record (4.3.14) and its locator
 * (4.3.15) if one of the numbers doesn't fit (4.4.1.4).
 */
export function endRecords({ entries, at, bytes }: Directory): Uint8Array {
  const isZip64 = entries >= zip64EntriesFrom || at >= zip64From || bytes >= zip64From;
  const count = Math.min(entries, zip64EntriesFrom);
  const end = record(
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    in32Bits(bytes),
    in32Bits(at),
    [2, 0],
  );
  if (!isZip64) return end;
  const zip64End = record(
    [4, 0x0606_4b50],
    // Size of the rest of this record (4.3.14.1).
    [8, 44],
    [2, madeBy],
    [2, needed.zip64],
    [4, 0],
    [4, 0],
    [8, entries],
    [8, entries],
    [8, bytes],
    [8, at],
  );
  const locator = record([4, 0x0706_4b50], [4, 0], [8, at + bytes], [4, 1]);
  return record(zip64End, locator, end);
}
