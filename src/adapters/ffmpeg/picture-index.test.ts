import { open, readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { clip } from "#testing/clips.ts";

import { readPictureIndex } from "./picture-index.ts";

const inMemory = (content: Buffer) => ({
  bytes: content.length,
  read: async (start: number, end: number) => content.subarray(start, end),
});

/** The index of the first track of an MP4 or MOV. */
const indexOf = async (content: Buffer, trackId = 1) => readPictureIndex(inMemory(content), trackId);

const box = (type: string, ...content: Buffer[]) => {
  const inside = Buffer.concat(content);
  return Buffer.concat([numbers(inside.length + 8), Buffer.from(type, "latin1"), inside]);
};
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, n) => bytes.writeUInt32BE(value >>> 0, n * 4));
  return bytes;
};
const runs = (type: string, ...pairs: number[]) => box(type, numbers(0, pairs.length / 2, ...pairs));
const movie = (...tables: Buffer[]) => movieWith([], tables);
/** A movie with a clock of 1000 ticks a second, whose track has one of 500. */
const movieWith = (edits: Buffer[], tables: Buffer[]) => {
  const movieHeader = box("mvhd", numbers(0, 0, 0, 1000, 0));
  const header = box("tkhd", numbers(0, 0, 0, 1, 0, 0));
  const mediaHeader = box("mdhd", numbers(0, 0, 0, 500, 0));
  const media = box("mdia", mediaHeader, box("minf", box("stbl", ...tables)));
  const track = box("trak", header, box("edts", ...edits), media);
  return Buffer.concat([box("ftyp", numbers(0)), box("moov", movieHeader, track)]);
};

describe("the index of pictures", () => {
  it.each([
    ["h264-23.976", 48, 1001],
    ["h264-29.97", 60, 1001],
    ["h264-index-at-end", 60, 512],
    ["prores", 48, 1001],
  ] as const)(
    "of %s has %i equidistant frames, with B-frames in display order",
    async (name, count, distance) => {
      const index = await indexOf(await readFile(await clip(name)));
      const ticks = index?.ticks.toSorted() ?? [];
      expect(ticks).toHaveLength(count);
      expect(new Set(Array.from(ticks.slice(1), (tick, n) => tick - (ticks[n] ?? 0)))).toEqual(
        new Set([distance]),
      );
      expect(index).toMatchObject({ lastTicks: distance, cut: false });
      expect(index?.keys === null).toBe(name === "prores");
    },
  );

  it("tells whether the track changes its coding on the way", async () => {
    const described = (entries: number) =>
      indexOf(movie(box("stsd", numbers(0, entries)), runs("stts", 4, 512)));
    expect(await described(1)).toMatchObject({ reconfigured: false });
    expect(await described(2)).toMatchObject({ reconfigured: true });
  });

  it("keeps the frame distances of a variable rate", async () => {
    const index = await indexOf(await readFile(await clip("variable-rate")));
    const ticks = index?.ticks.toSorted() ?? [];
    expect(new Set(Array.from(ticks.slice(1), (tick, n) => tick - (ticks[n] ?? 0))).size).toBeGreaterThan(1);
  });

  it("is null for fragments, other containers and missing tracks", async () => {
    expect(await indexOf(await readFile(await clip("h264-fragmented")))).toBeNull();
    expect(await indexOf(await readFile(await clip("vp9")))).toBeNull();
    expect(await indexOf(await readFile(await clip("h264")), 99)).toBeNull();
  });

  it("is found with few reads, wherever it is", async () => {
    const file = await open(await clip("h264-index-at-end"));
    const { size } = await file.stat();
    let reads = 0;
    const read = async (start: number, end: number) => {
      reads += 1;
      return (await file.read(Buffer.alloc(end - start), 0, end - start, start)).buffer;
    };
    expect(await readPictureIndex({ bytes: size, read }, 1)).not.toBeNull();
    await file.close();
    expect(reads).toBeLessThan(8);
  });

  it("applies run lengths and composition offsets", async () => {
    const times = runs("stts", 3, 10, 0, 99, 1, 40);
    expect(await indexOf(movie(times))).toEqual({
      ticks: Float64Array.of(0, 10, 20, 30),
      lastTicks: 40,
      keys: null,
      reconfigured: false,
      cut: false,
    });
    const shifted = movie(times, runs("ctts", 1, 10, 1, -5, 9, 1), box("stss", numbers(0, 2, 1, 4)));
    expect(await indexOf(shifted)).toEqual({
      ticks: Float64Array.of(10, 5, 21, 31),
      lastTicks: 40,
      keys: [0, 3],
      reconfigured: false,
      cut: false,
    });
  });

  it.each([
    ["without parts", [], false],
    ["of one part", [[200, 0]], false],
    ["of one part that begins later", [[180, 10]], false],
    [
      "with an empty part first",
      [
        [500, -1],
        [200, 0],
      ],
      false,
    ],
    ["of unknown duration", [[0, 0]], false],
    ["that rounds the duration of the last frame", [[199, 0]], false],
    ["of one part that ends before the last frame", [[160, 0]], true],
    [
      "of two parts",
      [
        [100, 0],
        [40, 80],
      ],
      true,
    ],
    ["of half the speed", [[400, 0, 0x80_00]], true],
  ] as [string, [number, number, number?][], boolean][])(
    "with an edit list %s is cut: %o",
    async (_what, parts, cut) => {
      // Five frames of 20 ticks: 0.2 s.
      const content = parts.flatMap(([duration, start, speed = 0x1_00_00]) => [duration, start, speed]);
      const edits = box("elst", numbers(0, parts.length, ...content));
      expect(await indexOf(movieWith([edits], [runs("stts", 5, 20)]))).toMatchObject({ cut });
      const long = parts.flatMap(([duration, start, speed = 0x1_00_00]) => [
        ...[0, duration, start < 0 ? -1 : 0, start],
        speed,
      ]);
      const longEdits = box("elst", numbers(0x1_00_00_00, parts.length, ...long));
      expect(await indexOf(movieWith([longEdits], [runs("stts", 5, 20)]))).toMatchObject({ cut });
    },
  );

  it("reads 64-bit sizes and boxes that extend to the end", async () => {
    const whole = movie(runs("stts", 2, 10));
    const [ftyp, moov] = [whole.subarray(0, 12), whole.subarray(20)];
    const long = Buffer.concat([ftyp, numbers(1), Buffer.from("moov"), numbers(0, moov.length + 16), moov]);
    expect((await indexOf(long))?.ticks).toHaveLength(2);
    const open = Buffer.concat([ftyp, numbers(0), Buffer.from("moov"), moov]);
    expect((await indexOf(open))?.ticks).toHaveLength(2);
  });

  it.each([
    ["4 billion pictures", movie(runs("stts", 0xff_ff_ff_ff, 1))],
    ["4 billion entries", movie(box("stts", numbers(0, 0xff_ff_ff_ff, 1, 1)))],
    ["4 billion shifts", movie(runs("stts", 2, 10), box("ctts", numbers(0, 0xff_ff_ff_ff)))],
    ["no pictures", movie(runs("stts"))],
    ["no times", movie()],
    ["a table without content", movie(box("stts"))],
    ["a track without a header", Buffer.concat([box("moov", box("trak", box("tkhd")))])],
    [
      "an index larger than the file",
      Buffer.concat([numbers(1), Buffer.from("moov"), numbers(0xff_ff_ff, 0), Buffer.alloc(64)]),
    ],
    ["boxes without size", Buffer.concat([numbers(7), Buffer.alloc(60)])],
    [
      "a thousand boxes",
      Buffer.concat([...Array.from({ length: 1000 }, () => box("free")), movie(runs("stts", 2, 10))]),
    ],
    ["no bytes", Buffer.alloc(0)],
  ])("is none where the file claims %s", async (_what, content) => {
    expect(await indexOf(content)).toBeNull();
  });

  it("neither throws nor allocates much for any corrupt byte", async () => {
    const file = await readFile(await clip("h264"));
    const start = file.indexOf("moov") - 4;
    const index = file.subarray(start, start + file.readUInt32BE(start));
    const counts: number[] = [];
    for (let at = 0; at < index.length; at += 1) {
      const broken = Buffer.from(index);
      broken[at] = 0xff - (index[at] ?? 0);
      const found = await indexOf(broken);
      if (found) counts.push(found.ticks.length);
    }
    expect(counts.length).toBeGreaterThan(index.length / 2);
    expect(Math.max(...counts)).toBeLessThan(11_000_000);
  });
});
