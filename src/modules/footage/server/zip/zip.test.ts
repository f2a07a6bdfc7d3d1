import { createHash, getRandomValues } from "node:crypto";
import { crc32 } from "node:zlib";

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ZipEntry } from "./zip-records.ts";
import { layoutZip, type ZipLayout, zipPieces } from "./zip.ts";

const modified = new Date("2026-11-29T22:10:05.700Z");
const gigabyte = 1024 ** 3;
const terabyte = 1024 ** 4;

const contents = new Map<string, Uint8Array>();

function stored(path: string, content: string | Uint8Array): ZipEntry {
  const bytes = Buffer.from(content);
  const file = createHash("sha256").update(bytes).digest("hex");
  contents.set(file, bytes);
  return { file, path, bytes: bytes.length, crc32: crc32(bytes), modified };
}

const large = (path: string, bytes: number): ZipEntry => ({ file: path, path, bytes, crc32: 1, modified });

function write(layout: ZipLayout, from = 0, to = layout.bytes): Buffer {
  const pieces = [...zipPieces(layout, { from, to })];
  return Buffer.concat(
    pieces.map((piece) =>
      "bytes" in piece
        ? piece.bytes
        : (contents.get(piece.file) ?? Buffer.alloc(0)).subarray(piece.from, piece.to),
    ),
  );
}

const headersOnly = (layout: ZipLayout, from: number, to = layout.bytes) =>
  Buffer.concat(
    [...zipPieces(layout, { from, to })].map((piece) => ("bytes" in piece ? piece.bytes : Buffer.alloc(0))),
  );

const zip64Locator = Buffer.from([0x50, 0x4b, 6, 7]);
const hasZip64End = (layout: ZipLayout) => headersOnly(layout, layout.endAt).includes(zip64Locator);

const small = layoutZip([
  stored("A001/CLIP/C0001.MXF", getRandomValues(new Uint8Array(700))),
  stored("A001/empty.xml", ""),
  stored("A001/also empty.xml", ""),
  stored("Ton/Größe – 日本 🎬.wav", "sound"),
]);

describe("ranges of an archive", () => {
  const whole = write(small);

  it("has the length that the layout states", () => {
    expect(whole.length).toBe(small.bytes);
  });

  it("every range equals that part of the whole", () => {
    const ranges = Array.from({ length: small.bytes + 1 }, (_, from) =>
      [from, from + 1, from + 37, small.bytes].map((to) => ({ from, to: Math.min(to, small.bytes) })),
    ).flat();
    const wrong = ranges.filter(({ from, to }) => !write(small, from, to).equals(whole.subarray(from, to)));
    expect(wrong).toEqual([]);
  });

  it("any cut into parts gives the same bytes", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(small.bytes), { maxLength: 6 }), (cuts) => {
        const ends = [0, ...cuts.sort((a, b) => a - b), small.bytes];
        const parts = ends.slice(1).map((to, index) => write(small, ends[index], to));
        expect(Buffer.concat(parts).equals(whole)).toBe(true);
      }),
    );
  });

  it("names ranges of files, and none of empty ones", () => {
    const [first] = small.members;
    const from = (first?.contentAt ?? 0) + 100;
    expect([...zipPieces(small, { from, to: from + 50 })]).toEqual([
      { file: first?.entry.file, from: 100, to: 150 },
    ]);
    const files = [...zipPieces(small, { from: 0, to: small.bytes })].filter((piece) => "file" in piece);
    expect(files).toHaveLength(2);
  });
});

describe("ZIP64", () => {
  it.each([
    ["4 GiB - 2", 4 * gigabyte - 2, false],
    // The largest number of the field is the mark for ZIP64.
    ["4 GiB - 1", 4 * gigabyte - 1, true],
    ["4 GiB", 4 * gigabyte, true],
  ])("a file of %s", (_name, bytes, isZip64) => {
    const layout = layoutZip([large("A.mxf", bytes)]);
    const local = headersOnly(layout, 0, layout.members[0]?.contentAt);
    const header = headersOnly(layout, layout.directoryAt, layout.endAt);
    expect(local.readUInt16LE(4)).toBe(isZip64 ? 45 : 10);
    expect(header.readUInt16LE(6)).toBe(isZip64 ? 45 : 10);
    expect(local.readUInt32LE(18)).toBe(isZip64 ? 0xffff_ffff : bytes);
    expect(local.readUInt32LE(22)).toBe(isZip64 ? 0xffff_ffff : bytes);
    expect(local.length).toBe(30 + 5 + (isZip64 ? 20 : 0) + 9);
    expect(header.length).toBe(46 + 5 + (isZip64 ? 20 : 0) + 9);
    const sizes = isZip64 ? [local.readBigUInt64LE(39), local.readBigUInt64LE(47)] : [];
    expect(sizes).toEqual(isZip64 ? [BigInt(bytes), BigInt(bytes)] : []);
    // The directory begins behind 4 GiB - 1 in each case, because of the local header.
    expect(hasZip64End(layout)).toBe(true);
  });

  it("an offset behind 4 GiB is the only 64-bit number of its entry", () => {
    const layout = layoutZip([large("A.mxf", 4 * gigabyte - 2), large("B.xml", 10)]);
    const second = layout.members[1];
    const local = headersOnly(layout, second?.headerAt ?? 0, second?.contentAt);
    const header = headersOnly(layout, second?.directoryAt ?? 0, layout.endAt);
    expect([local.length, local.readUInt16LE(4)]).toEqual([30 + 5 + 9, 10]);
    expect([header.length, header.readUInt16LE(6)]).toEqual([46 + 5 + 12 + 9, 45]);
    expect(header.readUInt32LE(42)).toBe(0xffff_ffff);
    expect(header.readUInt32LE(20)).toBe(10);
    expect([header.readUInt16LE(51), header.readUInt16LE(53)]).toEqual([1, 8]);
    expect(header.readBigUInt64LE(55)).toBe(BigInt(second?.headerAt ?? 0));
  });

  it("a small archive has no ZIP64 records", () => {
    expect(hasZip64End(small)).toBe(false);
    expect(small.bytes - small.endAt).toBe(22);
  });

  it("a directory that begins at 4 GiB - 1 needs the ZIP64 record, one byte earlier it doesn't", () => {
    const bytes = 4 * gigabyte - 2 - (30 + 5 + 9);
    expect(hasZip64End(layoutZip([large("A.mxf", bytes)]))).toBe(false);
    const layout = layoutZip([large("A.mxf", bytes + 1)]);
    expect(hasZip64End(layout)).toBe(true);
    const end = headersOnly(layout, layout.endAt);
    expect(end.length).toBe(56 + 20 + 22);
    expect(end.readBigUInt64LE(48)).toBe(BigInt(layout.directoryAt));
    // The locator names the offset of the record.
    expect(end.readBigUInt64LE(56 + 8)).toBe(BigInt(layout.endAt));
    expect([end.readUInt16LE(76 + 10), end.readUInt32LE(76 + 16)]).toEqual([1, 0xffff_ffff]);
  });

  it.each([
    [65_534, false],
    [65_535, true],
    [65_536, true],
  ])("%i entries", (count, isZip64) => {
    const layout = layoutZip(Array.from({ length: count }, (_, number) => large(`${number}`, 1)));
    const end = headersOnly(layout, layout.endAt);
    expect(hasZip64End(layout)).toBe(isZip64);
    expect(end.length).toBe(isZip64 ? 56 + 20 + 22 : 22);
    expect(isZip64 ? Number(end.readBigUInt64LE(24)) : count).toBe(count);
    expect(end.readUInt16LE(end.length - 12)).toBe(isZip64 ? 65_535 : count);
  });

  it("10,000 files of 256 GB have exact offsets", () => {
    const layout = layoutZip(
      Array.from({ length: 10_000 }, (_, number) => large(`${number}.mxf`, terabyte / 4)),
    );
    const last = layout.members.at(-1);
    expect(last?.contentAt).toBe(layout.directoryAt - terabyte / 4);
    const from = (last?.contentAt ?? 0) + terabyte / 8;
    expect([...zipPieces(layout, { from, to: from + 5 })]).toEqual([
      { file: "9999.mxf", from: terabyte / 8, to: terabyte / 8 + 5 },
    ]);
  });
});

describe("a directory of 10,000 entries", () => {
  const layout = layoutZip(
    Array.from({ length: 10_000 }, (_, number) => large(`A001/CLIP/C${number}.MXF`, 5)),
  );

  it("is made in pieces of at most 64 KiB", () => {
    const sizes = [...zipPieces(layout, { from: layout.directoryAt, to: layout.bytes })].map((piece) =>
      "bytes" in piece ? piece.bytes.length : -1,
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64 * 1024);
    expect(sizes.length).toBeLessThan(20);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(layout.bytes - layout.directoryAt);
  });

  it("the layout has no headers", () => {
    expect(JSON.stringify(layout).length).toBeLessThan(10_000 * 250);
  });
});

describe("entries", () => {
  it("the same entries give the same bytes", () => {
    const again = layoutZip(small.members.map(({ entry }) => Object.assign({}, entry)));
    expect(write(again).equals(write(small))).toBe(true);
  });

  it("times are in UTC, and those before 1980 or after 2038 are the nearest possible", () => {
    const header = (date: string) => {
      const layout = layoutZip([Object.assign(large("A", 1), { modified: new Date(date) })]);
      return headersOnly(layout, 0, layout.members[0]?.contentAt);
    };
    const local = header("2026-11-29T22:10:05.700Z");
    expect(local.readUInt16LE(10)).toBe((22 << 11) | (10 << 5) | 2);
    expect(local.readUInt16LE(12)).toBe((46 << 9) | (11 << 5) | 29);
    expect(local.readUInt32LE(36)).toBe(Date.parse("2026-11-29T22:10:05Z") / 1000);
    expect(header("1970-01-02T00:00:00Z").readUInt16LE(12)).toBe((1 << 5) | 1);
    expect(header("2040-01-01T00:00:00Z")).toHaveLength(31);
    expect(header("2200-01-01T00:00:00Z").readUInt16LE(12)).toBe((127 << 9) | (12 << 5) | 31);
  });

  it.each([
    ["two with the same path", [large("A", 1), large("A", 2)]],
    ["one without a path", [large("", 1)]],
    ["a negative size", [large("A", -1)]],
    ["half a byte", [large("A", 0.5)]],
    ["a signed CRC-32", [Object.assign(large("A", 1), { crc32: -1 })]],
    ["a path of 64 KiB", [large("A".repeat(65_536), 1)]],
    ["sizes beyond 2^53", [large("A", 2 ** 53 - 10)]],
  ])("refuses %s", (_name, entries) => {
    expect(() => layoutZip(entries)).toThrow(RangeError);
  });

  it("an empty archive is only its end", () => {
    expect(layoutZip([]).bytes).toBe(22);
  });
});
