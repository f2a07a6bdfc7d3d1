import { describe, expect, it } from "vitest";

import { tagLength, videoDescription, videoDetails, videoTags, videoTitle } from "./rules/details.ts";
import { backoffSeconds, endOfPiece, nextPiece, pieceAfterFailure } from "./rules/piece-size.ts";
import { deliverySteps, percentSent, progressStages, stageOfStep } from "./rules/progress.ts";
import { inDoubt, recoveryActionsFor } from "./rules/recovery-actions.ts";

const problemsOf = (shape: typeof videoTitle | typeof videoDescription | typeof videoTags, value: unknown) =>
  shape.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe("a video's title", () => {
  it("has 1 to 100 UTF-16 units", () => {
    expect(problemsOf(videoTitle, "x".repeat(100))).toEqual([]);
    expect(problemsOf(videoTitle, "😀".repeat(50))).toEqual([]);
    expect(problemsOf(videoTitle, `${"😀".repeat(50)}x`)).toEqual([
      "YouTube takes at most 100 characters in a title.",
    ]);
  });

  it.each(["", "   ", undefined])("is required, so %j is refused", (title) => {
    expect(problemsOf(videoTitle, title)).toContain("video title is required");
  });

  it.each(["a < b", "a > b", "a\0b"])("can't be %j", (title) => {
    expect(problemsOf(videoTitle, title)).toHaveLength(1);
  });
});

describe("a video's description", () => {
  it("is counted in bytes of UTF-8", () => {
    expect(problemsOf(videoDescription, "é".repeat(2500))).toEqual([]);
    expect(problemsOf(videoDescription, "é".repeat(2501))).toHaveLength(1);
  });

  it("is required", () => {
    expect(problemsOf(videoDescription, " ")).toContain("video description is required");
  });
});

describe("a video's tags", () => {
  it("are counted with commas, and two more for a space", () => {
    expect(tagLength(["Foo-Baz"])).toBe(7);
    expect(tagLength(["Foo Baz"])).toBe(9);
    expect(tagLength(["Foo-Baz", "Foo Baz"])).toBe(17);
    expect(tagLength([])).toBe(0);
  });

  it("have 500 characters together", () => {
    expect(problemsOf(videoTags, ["x".repeat(249), "y".repeat(250)])).toEqual([]);
    expect(problemsOf(videoTags, ["x".repeat(250), "y".repeat(250)])).toHaveLength(1);
  });

  it("come trimmed and are never cut", () => {
    expect(
      videoDetails.parse({ title: "a", description: "b", tags: [" rain "], madeForKids: false }).tags,
    ).toEqual(["rain"]);
  });
});

describe("the pace of pieces", () => {
  const mebibyte = 1024 * 1024;
  const limits = {
    pieceBytes: 64 * mebibyte,
    largestPieceBytes: 1024 * mebibyte,
    pieceUnit: 256 * 1024,
  };

  it("grows to the largest piece on a fast line", () => {
    expect(nextPiece({ bytes: limits.pieceBytes, milliseconds: 4000 }, limits)).toBe(320 * mebibyte);
    expect(nextPiece({ bytes: limits.pieceBytes, milliseconds: 100 }, limits)).toBe(1024 * mebibyte);
  });

  it("shrinks so that a piece takes about 20 seconds, down to 8 MiB", () => {
    const megabytePerSecond = { bytes: 30_000_000, milliseconds: 30_000 };
    const next = nextPiece(megabytePerSecond, limits);
    expect(next).toBeLessThanOrEqual(20_000_000);
    expect(next).toBeGreaterThan(19_000_000);
    expect(next % limits.pieceUnit).toBe(0);
    expect(nextPiece({ bytes: 1000, milliseconds: 60_000 }, limits)).toBe(8 * 1024 * 1024);
  });

  it("halves after a failure, and is the usual piece at most", () => {
    expect(pieceAfterFailure(limits.largestPieceBytes, limits)).toBe(limits.pieceBytes);
    expect(pieceAfterFailure(limits.pieceBytes, limits)).toBe(32 * 1024 * 1024);
    expect(pieceAfterFailure(9 * 1024 * 1024, limits)).toBe(8 * 1024 * 1024);
  });

  it.each([
    [1000, 1024, [1000]],
    [64 * mebibyte + 1, 1024, [64 * mebibyte]],
    [200 * mebibyte + 7, 1024, [136 * mebibyte + limits.pieceUnit]],
    [3000 * mebibyte, 1024, [1024 * mebibyte, 1024 * mebibyte, 888 * mebibyte]],
    [70 * mebibyte, 8, [8, 8, 8, 8, 8, 8, 8, 8].map((size) => size * mebibyte)],
  ])("ends a file of %i bytes with a piece that is no larger than the usual one", (bytes, piece, sizes) => {
    const sent: number[] = [];
    for (let start = 0; start < bytes;) {
      const end = endOfPiece({ start, bytes, piece: piece * mebibyte }, limits);
      sent.push(end - start);
      start = end;
    }
    const rest = bytes - sizes.reduce((sum, size) => sum + size, 0);
    expect(sent).toEqual(rest > 0 ? [...sizes, rest] : sizes);
    expect(sent.at(-1)).toBeLessThanOrEqual(limits.pieceBytes);
  });
});

describe("the wait after a failure", () => {
  const patience = { tries: 14, second: 1000 };
  const wait = (defineErrors: number, askedSeconds?: number) =>
    backoffSeconds({ defineErrors, askedSeconds, random: 1 }, patience);

  it("doubles up to two minutes", () => {
    expect([1, 2, 3, 7, 8, 13].map((defineErrors) => wait(defineErrors))).toEqual([1, 2, 4, 64, 120, 120]);
  });

  it("is at least what the platform asked for", () => {
    expect(wait(1, 30)).toBe(30);
    expect(wait(8, 30)).toBe(120);
  });

  it("spreads downwards to half", () => {
    expect(backoffSeconds({ defineErrors: 3, askedSeconds: undefined, random: 0 }, patience)).toBe(2);
  });

  it("ends with patience, or when the platform asks for more than ten minutes", () => {
    expect(wait(14)).toBeNull();
    expect(wait(1, 601)).toBeNull();
  });
});

describe("the ways out of a problem", () => {
  it.each([
    ["unavailable", "upload", ["retry"]],
    ["quota_exceeded", "upload", ["retry"]],
    ["reconnect_needed", "publish", ["reconnect", "retry"]],
    ["scope_missing", "upload", ["reconnect", "retry"]],
    ["invalid_title", "upload", ["edit-details", "retry"]],
    ["thumbnail_not_allowed", "thumbnail", ["retry", "skip-thumbnail"]],
    ["thumbnail_invalid", "thumbnail", ["edit-details", "retry", "skip-thumbnail"]],
    ["reconnect_needed", "thumbnail", ["reconnect", "retry", "skip-thumbnail"]],
    [inDoubt, "upload", ["retry", "upload-again"]],
    ["source_changed", "upload", []],
  ] as const)("for %s at %s are %j", (code, step, recoveryActions) => {
    expect(recoveryActionsFor(code, step)).toEqual(recoveryActions);
  });
});

describe("progress", () => {
  it("has the stages of the specification with its numbers, in its order", () => {
    expect(progressStages).toEqual({
      VIDEO_UPLOAD: 0,
      THUMBNAIL_UPLOAD: 1,
      PUBLISH_VIDEO: 2,
      SUCCESSFULL: 3,
      ERROR: 4,
    });
    expect(deliverySteps.map((step) => progressStages[stageOfStep[step]])).toEqual([0, 1, 2, 3]);
  });

  it("is never 100 before the platform has said so", () => {
    expect(percentSent(995, 1000)).toBe(99);
    expect(percentSent(1000, 1000)).toBe(99);
    expect(percentSent(509, 1000)).toBe(50);
    expect(percentSent(0, 0)).toBe(0);
  });
});
