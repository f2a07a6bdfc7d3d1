import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { crc32 } from "node:zlib";

import { expect, it } from "vitest";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";

import type { ZipEntry } from "./zip-records.ts";
import { layoutZip, type ZipLayout, zipPieces } from "./zip.ts";

const modified = new Date("2026-11-29T22:10:05Z");

/** Reads an archive as yauzl asks for its parts, so that files of terabytes only exist where they are read. */
class LayoutReader extends RandomAccessReader {
  readonly #layout: ZipLayout;
  readonly #content: (file: string) => string | null;

  constructor(layout: ZipLayout, content: (file: string) => string | null) {
    super();
    this.#layout = layout;
    this.#content = content;
  }

  override _readStreamForRange(from: number, to: number): Readable {
    return Readable.from(
      Array.from(zipPieces(this.#layout, { from, to }), (piece) => {
        if ("bytes" in piece) return piece.bytes;
        const content = this.#content(piece.file);
        if (content === null) return Buffer.alloc(piece.to - piece.from);
        return Buffer.from(content).subarray(piece.from, piece.to);
      }),
    );
  }
}

const open = (layout: ZipLayout, content: (file: string) => string | null = () => null) =>
  fromRandomAccessReaderPromise(new LayoutReader(layout, content), layout.bytes, {
    autoClose: false,
    strictFileNames: true,
  });

async function listEntries(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  return entries;
}

it("yauzl reads names, times and contents", async () => {
  const files = new Map([
    ["A001/CLIP/C0001.MXF", "clip"],
    ["Ton/Größe – 日本 🎬.wav", "sound"],
    ["empty", ""],
  ]);
  const layout = layoutZip(
    Array.from(files, ([path, content]): ZipEntry => {
      const bytes = Buffer.byteLength(content);
      return { file: path, path, bytes, crc32: crc32(content), modified };
    }),
  );
  const archive = await open(layout, (file) => files.get(file) ?? null);
  const entries = await listEntries(archive);
  expect(entries.map(({ fileName }) => fileName)).toEqual([...files.keys()]);
  for (const entry of entries) {
    expect(entry.getLastModDate()).toEqual(modified);
    expect(entry.externalFileAttributes >>> 16).toBe(0o100644);
    const content = await text(await archive.openReadStreamPromise(entry));
    expect(content).toBe(files.get(entry.fileName));
    expect(entry.crc32).toBe(crc32(content));
    const { crc32: local, uncompressedSize } = await archive.readLocalFileHeaderPromise(entry);
    expect([local, uncompressedSize]).toEqual([entry.crc32, entry.uncompressedSize]);
  }
});

it("yauzl reads sizes and offsets beyond 4 GiB", async () => {
  const sizes = [10, 2 ** 32 - 1, 2 ** 32, 2 ** 38, 7, 2 ** 45, 3];
  const layout = layoutZip(
    sizes.map((bytes, number) => ({
      file: `${number}`,
      path: `${number}.mxf`,
      bytes,
      crc32: number,
      modified,
    })),
  );
  const archive = await open(layout);
  const entries = await listEntries(archive);
  expect(entries.map(({ uncompressedSize }) => uncompressedSize)).toEqual(sizes);
  expect(entries.map(({ relativeOffsetOfLocalHeader }) => relativeOffsetOfLocalHeader)).toEqual(
    layout.members.map(({ headerAt }) => headerAt),
  );
  for (const [number, entry] of entries.entries()) {
    const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
    expect(fileDataStart).toBe(layout.members[number]?.contentAt);
  }
});

it("yauzl finds 65,536 entries", async () => {
  const layout = layoutZip(
    Array.from({ length: 65_536 }, (_, number) => ({
      file: "0",
      path: `${number}`,
      bytes: 1,
      crc32: number,
      modified,
    })),
  );
  const archive = await open(layout);
  expect(archive.entryCount).toBe(65_536);
  const first = await archive.eachEntry().next();
  expect(first.value.fileName).toBe("0");
});
