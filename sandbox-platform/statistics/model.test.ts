import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, it } from "vitest";

import { createLives } from "./life.ts";
import { addDays, modelCounts, dropAt, figuresOn, livedDays, modelRetention } from "./model.ts";

const video = { seed: "rain", durationSeconds: 480 };

it("figures are the same for the same seed, fewer with age, and missing on some days", () => {
  const days = livedDays(video, "2026-01-01", "2026-12-31");
  expect(days).toEqual(livedDays(video, "2026-01-01", "2026-12-31"));
  expect(days).toHaveLength(365);
  expect(days.filter(({ figures }) => figures === null).length).toBeGreaterThan(3);
  const views = (from: number, to: number) =>
    days.slice(from, to).reduce((sum, { figures }) => sum + (figures?.views ?? 0), 0);
  expect(views(0, 7)).toBeGreaterThan(views(7, 14));
  expect(views(7, 14)).toBeGreaterThan(views(200, 207));
  expect(modelCounts(video, "2026-01-01", "2026-12-31").views).toBe(views(0, 365));
  expect(figuresOn({ ...video, seed: "sun" }, 1, "2026-01-02")).not.toEqual(days[1]?.figures);
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
});

it("the curve falls most where it should", () => {
  const curve = modelRetention(video).map(({ audienceWatchRatio }) => audienceWatchRatio);
  const falls = curve.map((value, index) => (curve[index - 1] ?? value) - value);
  const later = falls.slice(20, 94);
  expect(20 + later.indexOf(Math.max(...later))).toBe(dropAt * 100);
  expect(Math.max(...curve)).toBeGreaterThan(1);
});

it("videos have the duration in their file, wherever its header is", () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-life-"));
  const lives = createLives(new DatabaseSync(":memory:"));
  const durationOf = (content: Buffer) => {
    const file = join(folder, "video");
    writeFileSync(file, content);
    return lives.of({ id: "a", createdAt: "2026-01-01T00:00:00Z", file }).durationSeconds;
  };
  const header = Buffer.alloc(40);
  header.write("mvhd");
  header.writeUInt32BE(1000, 16);
  header.writeUInt32BE(8500, 20);
  const rest = Buffer.alloc(3_000_000);
  expect(durationOf(Buffer.concat([header, rest]))).toBe(8.5);
  expect(durationOf(Buffer.concat([rest, header]))).toBe(8.5);
  expect(durationOf(rest)).toBe(480);
  rmSync(folder, { recursive: true });
});
