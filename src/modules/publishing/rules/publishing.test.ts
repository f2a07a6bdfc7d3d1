import { describe, expect, it } from "vitest";

import { platformErrors } from "#adapters/video-platform/platform-error.ts";
import { tagLength, videoTags } from "#modules/tasks/rules/video-tags.ts";

import { chunkAfterFailure, endOfChunk, nextChunk } from "./chunk-size.ts";
import { platformTexts, videoDescription, videoDetails, videoTitle } from "./details.ts";
import { inDoubt, visibilityRefused } from "./problem-codes.ts";
import { feedbackFor, toProblemCode, problemHeadline, problemMessage } from "./problems.ts";
import { nextCheckDelay } from "./processing.ts";
import { deliverySteps, percentSent, progressStages, stageOfStep } from "./progress.ts";
import { additionPolicy, backoff, figuresPolicy, stepPolicy } from "./retry-policy.ts";

const problemsOf = (shape: typeof videoTitle | typeof videoDescription | typeof videoTags, value: unknown) =>
  shape.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe("a video's title", () => {
  it("has 1 to 100 UTF-16 units", () => {
    expect(problemsOf(videoTitle, "x".repeat(100))).toEqual([]);
    expect(problemsOf(videoTitle, "😀".repeat(50))).toEqual([]);
    expect(problemsOf(videoTitle, `${"😀".repeat(50)}x`)).toEqual([
      "Use at most 100 characters in the title.",
    ]);
  });

  it.each(["", "   ", undefined])("is required, so %j is refused", (title) => {
    expect(problemsOf(videoTitle, title)).toContain("video title is required");
  });

  it.each(["a < b", "a > b", "a\0b"])("can't be %j", (title) => {
    expect(problemsOf(videoTitle, title)).toHaveLength(1);
  });
});

it("texts that an earlier version has stored reach platforms without control characters", () => {
  const stored = { title: "Salt\u0007road", description: "Back\u000bto", tags: ["a,b"] };
  expect(platformTexts(stored)).toEqual({ title: "Salt road", description: "Back\nto", tags: ["a", "b"] });
  const tooLong = { ...stored, title: "x".repeat(101) };
  expect(platformTexts(tooLong)).toEqual(tooLong);
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

  it("can have one of 120 characters", () => {
    expect(problemsOf(videoTags, ["x".repeat(120)])).toEqual([]);
  });

  it("are several where one has commas, as YouTube counts and stores them", () => {
    expect(videoTags.parse(["a,b", "b, c", "\u200b"])).toEqual(["a", "b", "c"]);
    expect(problemsOf(videoTags, [`a,${"x".repeat(498)}`])).toEqual([]);
    expect(problemsOf(videoTags, [`a,${"x".repeat(499)}`])).toHaveLength(1);
  });

  it("are trimmed and never cut", () => {
    expect(
      videoDetails.parse({ title: "a", description: "b", tags: [" rain "], madeForKids: false }).tags,
    ).toEqual(["rain"]);
  });
});

describe("the size of chunks", () => {
  const mebibyte = 1024 * 1024;
  const limits = {
    chunkBytes: 64 * mebibyte,
    maxChunkBytes: 1024 * mebibyte,
    chunkUnit: 256 * 1024,
  };

  it("grows to the largest chunk on a fast connection", () => {
    expect(nextChunk({ bytes: limits.chunkBytes, milliseconds: 4000 }, limits)).toBe(320 * mebibyte);
    expect(nextChunk({ bytes: limits.chunkBytes, milliseconds: 100 }, limits)).toBe(1024 * mebibyte);
  });

  it("shrinks so that a chunk takes about 20 seconds, down to 8 MiB", () => {
    const megabytePerSecond = { bytes: 30_000_000, milliseconds: 30_000 };
    const next = nextChunk(megabytePerSecond, limits);
    expect(next).toBeLessThanOrEqual(20_000_000);
    expect(next).toBeGreaterThan(19_000_000);
    expect(next % limits.chunkUnit).toBe(0);
    expect(nextChunk({ bytes: 1000, milliseconds: 60_000 }, limits)).toBe(8 * 1024 * 1024);
  });

  it("halves after a failure, to at most the default", () => {
    expect(chunkAfterFailure(limits.maxChunkBytes, limits)).toBe(limits.chunkBytes);
    expect(chunkAfterFailure(limits.chunkBytes, limits)).toBe(32 * 1024 * 1024);
    expect(chunkAfterFailure(9 * 1024 * 1024, limits)).toBe(8 * 1024 * 1024);
  });

  it.each([
    [1000, 1024, [1000]],
    [64 * mebibyte + 1, 1024, [64 * mebibyte]],
    [200 * mebibyte + 7, 1024, [136 * mebibyte + limits.chunkUnit]],
    [3000 * mebibyte, 1024, [1024 * mebibyte, 1024 * mebibyte, 888 * mebibyte]],
    [70 * mebibyte, 8, [8, 8, 8, 8, 8, 8, 8, 8].map((size) => size * mebibyte)],
  ])("ends a file of %i bytes with a chunk that is not larger than the default", (bytes, chunk, sizes) => {
    const sent: number[] = [];
    for (let start = 0; start < bytes;) {
      const end = endOfChunk({ start, bytes, chunk: chunk * mebibyte }, limits);
      sent.push(end - start);
      start = end;
    }
    const rest = bytes - sizes.reduce((sum, size) => sum + size, 0);
    expect(sent).toEqual(rest > 0 ? [...sizes, rest] : sizes);
    expect(sent.at(-1)).toBeLessThanOrEqual(limits.chunkBytes);
  });
});

describe("the wait after a failure", () => {
  const wait = (failures: number, retryAfterSeconds?: number, policy = stepPolicy, random = 1) => {
    const milliseconds = backoff({ code: "unavailable", retryAfterSeconds }, { failures, random }, policy);
    return milliseconds && milliseconds / 1000;
  };

  it("doubles up to two minutes", () => {
    expect([1, 2, 3, 7, 8, 13].map((failures) => wait(failures))).toEqual([1, 2, 4, 64, 120, 120]);
  });

  it("is at least what the platform asked for", () => {
    expect(wait(1, 30)).toBe(30);
    expect(wait(8, 30)).toBe(120);
  });

  it("spreads downwards to half", () => {
    expect(wait(3, undefined, stepPolicy, 0)).toBe(2);
  });

  it("ends after the last attempt, or when the platform asks for more than ten minutes", () => {
    expect(wait(14)).toBeNull();
    expect(wait(1, 601)).toBeNull();
  });

  it("is longer for captions and figures, as long as the platform asks for", () => {
    expect([1, 2, 12].map((failures) => wait(failures, 0, additionPolicy))).toEqual([20, 40, 40_960]);
    expect([wait(13, 0, additionPolicy), wait(1, 90_000, additionPolicy)]).toEqual([null, 90_000]);
    expect([wait(1, 0, figuresPolicy), wait(1, 90_000, figuresPolicy)]).toEqual([3600, 90_000]);
  });

  it("is until a quota renews, and some minutes more, also after the last attempt", () => {
    const quota = { code: "quota_exceeded", retryAfterSeconds: 7200 };
    const waits = [0, 1].map((random) => backoff(quota, { failures: 20, random }, stepPolicy));
    expect(waits).toEqual([7_260_000, 7_500_000]);
  });
});

describe("the message of a problem", () => {
  const general = problemMessage("platform_brandNew", "YouTube");

  it.each(Object.entries(platformErrors))("exists for %s", (code, { kind }) => {
    const message = problemMessage(toProblemCode({ kind, code }), "YouTube (sandbox)");
    expect(message).not.toBe(problemMessage("platform_brandNew", "YouTube (sandbox)"));
    expect(message).toMatch(/^[A-Z].*\.$/s);
    expect(message).not.toContain("{platform}");
  });

  it.each(["platform_length", "platform_codec", "source_missing", "thumbnail_missing", inDoubt])(
    "exists for %s",
    (code) => expect(problemMessage(code, "YouTube")).not.toBe(general),
  );

  it("states what to do about a thumbnail that needs a verified phone number", () => {
    const message = problemMessage("thumbnail_not_allowed", "YouTube");
    expect(message).toContain("https://www.youtube.com/verify");
    expect(message).toContain("publish without the thumbnail");
    expect(problemMessage("platform_length", "YouTube")).toContain("15 minutes");
  });

  it("names the platform", () => {
    expect(problemMessage("invalid_title", "YouTube")).toBe(
      "YouTube refused the title. Use 1 to 100 characters, without < and >.",
    );
  });

  it("is general for temporary errors that lasted for all attempts", () => {
    expect(toProblemCode({ kind: "retry", code: "stalled" })).toBe("attempts_exhausted");
    expect(toProblemCode({ kind: "retry", code: "upload_limit" })).toBe("upload_limit");
    expect(toProblemCode({ kind: "retry", code: "access_expired" })).toBe("reconnect_needed");
    expect(toProblemCode({ kind: "permanent", code: "refused" })).toBe("refused");
    expect(toProblemCode({ kind: "permanent", code: "missing" })).toBe("source_missing");
  });
});

describe("progress", () => {
  it("has the stages of the API with their numbers, in order", () => {
    expect(progressStages).toEqual({
      VIDEO_UPLOAD: 0,
      THUMBNAIL_UPLOAD: 1,
      PUBLISH_VIDEO: 2,
      SUCCESSFULL: 3,
      ERROR: 4,
    });
    expect(deliverySteps.map((step) => progressStages[stageOfStep[step]])).toEqual([0, 1, 2, 2, 3]);
  });

  it("is never 100 before the platform confirms the upload", () => {
    expect(percentSent(995, 1000)).toBe(99);
    expect(percentSent(1000, 1000)).toBe(99);
    expect(percentSent(509, 1000)).toBe(50);
    expect(percentSent(0, 0)).toBe(0);
  });
});

describe("a video that the platform does not show", () => {
  it("has a headline of its own", () => {
    expect(problemHeadline("platform_codec", "YouTube")).toBe("YouTube couldn't process the video");
    expect(problemHeadline("platform_copyright", "YouTube")).toBe("YouTube rejected the video");
    expect(problemHeadline(visibilityRefused, "YouTube")).toBe("YouTube changed the visibility of the video");
    expect(problemHeadline("unavailable", "YouTube")).toBeNull();
  });

  it("has feedback that the editor can act on", () => {
    expect(feedbackFor("platform_codec", "YouTube")).toBe(
      "YouTube doesn't support the codec of this file. Please export the video as H.264 in an MP4.",
    );
    expect(feedbackFor("platform_rejected", "YouTube")).toBe("");
  });
});

describe("the platform's processing", () => {
  it("is followed closely at first, and once a day after a week", () => {
    const minutes = (count: number) => count * 60_000;
    expect(nextCheckDelay(0)).toBe(2000);
    expect(nextCheckDelay(minutes(4))).toBe(minutes(1));
    expect(nextCheckDelay(minutes(60))).toBe(minutes(5));
    expect(nextCheckDelay(minutes(60 * 24))).toBe(minutes(60));
    expect(nextCheckDelay(minutes(60 * 24 * 8))).toBe(minutes(60 * 24));
  });
});
