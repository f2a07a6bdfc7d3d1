import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { readFrameLog } from "./frame-log.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "frame-log-"));
});
afterAll(() => rm(folder, { recursive: true }));

const rate = { num: 25, den: 1 };
const none = "-9223372036854775808";

/** The log of frames that show these frames of the source, at these milliseconds. */
async function logOf(frames: [source: number, milliseconds: number | string][], firstSeconds?: number) {
  const file = path.join(folder, "frames.txt");
  const lines = frames.map(([source, milliseconds], frame) => `${frame} ${source} ${milliseconds} 1/1000\n`);
  await writeFile(file, lines.join(""));
  return readFrameLog(file, { rate, firstSeconds });
}

describe("the log of a conversion", () => {
  it("has the largest distance of a frame from its time", async () => {
    const { frames, deviation } = await logOf([
      [0, 0],
      [1, 41],
      [2, 70],
      [3, 120],
    ]);
    expect(frames).toBe(4);
    expect(deviation).toBeCloseTo(0.25);
  });

  it("counts from the first frame, or from its measured time", async () => {
    const late: [number, number][] = [
      [0, 500],
      [1, 540],
    ];
    expect((await logOf(late)).deviation).toBeCloseTo(0);
    expect((await logOf(late, 0.5)).deviation).toBeCloseTo(0);
    expect((await logOf(late, 0.42)).deviation).toBeCloseTo(2);
  });

  it("is right where frames are repeated, or could not be decoded at the beginning", async () => {
    const repeated = await logOf([
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 120],
    ]);
    expect(repeated.deviation).toBeCloseTo(0);
    const undecodable = await logOf([
      [0, 120],
      [0, 120],
      [0, 120],
      [0, 120],
      [1, 160],
    ]);
    expect(undecodable.deviation).toBeCloseTo(3);
    const measured = await logOf(
      [
        [0, 80],
        [0, 80],
        [0, 80],
        [1, 120],
      ],
      0,
    );
    expect(measured.deviation).toBeCloseTo(0);
  });

  it("finds that frames are counted although some are missing", async () => {
    const { deviation } = await logOf([
      [0, 0],
      [1, 40],
      [2, 120],
    ]);
    expect(deviation).toBeCloseTo(1);
  });

  it("passes over those beside a late frame, which lost packets cause, but nothing after them", async () => {
    const damaged = (last: number) =>
      logOf([
        [0, 0],
        [1, 80],
        [2, 120],
        [3, 20],
        ...Array.from({ length: 30 }, (_, n): [number, number] => [n + 4, (n + 4) * 40]),
        [34, last],
        [35, last + 40],
      ]);
    expect((await damaged(34 * 40)).deviation).toBeCloseTo(0);
    expect((await damaged(35 * 40)).deviation).toBeCloseTo(1);
  });

  it("passes over frames without a time", async () => {
    const { deviation } = await logOf(
      [
        [0, none],
        [1, none],
        [2, 80],
      ],
      0,
    );
    expect(deviation).toBeCloseTo(0);
  });

  it("is never right where frames of the conversion are missing", async () => {
    const file = path.join(folder, "gap.txt");
    await writeFile(file, "0 0 0 1/1000\n2 1 80 1/1000\n");
    expect((await readFrameLog(file, { rate })).deviation).toBe(Number.POSITIVE_INFINITY);
  });
});
