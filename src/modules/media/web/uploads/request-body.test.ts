import { describe, expect, it } from "vitest";

import { uploadPiece } from "#modules/media/rules/limits.ts";

import { afterFailedRequest, type BodyState, initialBody, isBuffered, nextBody } from "./request-body.ts";

const mebibyte = 1024 * 1024;
const fileSize = 150 * mebibyte;

const next = (body: BodyState, start: number) => nextBody(body, start, fileSize);
const sizeOf = ({ current }: BodyState) => (current ? current.end - current.start : 0);
const whole = next(initialBody, 0);
const firstPiece = next(whole, 0);

describe("the body of a request", () => {
  it("is the whole file at first, and a piece when it is sent again", () => {
    expect(whole.current).toEqual({ start: 0, end: fileSize, isWhole: true });
    expect(firstPiece.current).toEqual({ start: 0, end: uploadPiece, isWhole: false });
  });

  it("is a piece where an upload is continued, and the rest at the end", () => {
    let body = initialBody;
    const bodies: unknown[] = [];
    for (let start = 1; start < fileSize; start += uploadPiece) {
      body = next(body, start);
      bodies.push([sizeOf(body), body.current?.end === fileSize]);
    }
    const rest = fileSize - 1 - 2 * uploadPiece;
    expect(bodies).toEqual([
      [uploadPiece, false],
      [uploadPiece, false],
      [rest, true],
    ]);
  });

  it.each([413, 0])("is a piece after the whole file failed with %i, without notice", (status) => {
    const failed = afterFailedRequest(whole, { status, sentTo: 0 });
    expect(failed.isResolved).toBe(true);
    const piece = next(failed.body, 0);
    expect(sizeOf(piece)).toBe(uploadPiece);
    const failedAgain = afterFailedRequest(piece, { status: 0, sentTo: 0 });
    expect(failedAgain.isResolved).toBe(false);
    expect(sizeOf(next(failedAgain.body, 0))).toBe(uploadPiece);
  });

  it.each([423, 503, 507])("is a piece after the whole file failed with %i, with notice", (status) => {
    const failed = afterFailedRequest(whole, { status, sentTo: 0 });
    expect(failed.isResolved).toBe(false);
    expect(sizeOf(next(failed.body, 0))).toBe(uploadPiece);
  });

  it("gets smaller while it is too large, down to a mebibyte", () => {
    let body = whole;
    const sizes: number[] = [];
    for (let isResolved = true; isResolved;) {
      const failed = afterFailedRequest(body, { status: 413, sentTo: 0 });
      isResolved = failed.isResolved;
      body = next(failed.body, 0);
      sizes.push(sizeOf(body) / mebibyte);
    }
    expect(sizes).toEqual([64, 16, 4, 1, 1]);
  });

  it("gets smaller where a piece was interrupted and nothing of it was stored", () => {
    let body = next(initialBody, mebibyte);
    const sizeAfter = (sentTo: number, start: number) => {
      body = next(afterFailedRequest(body, { status: 0, sentTo }).body, start);
      return sizeOf(body) / mebibyte;
    };
    expect(sizeAfter(mebibyte, mebibyte)).toBe(64);
    expect(sizeAfter(9 * mebibyte, 8 * mebibyte)).toBe(64);
    expect(sizeAfter(9 * mebibyte, 8 * mebibyte)).toBe(16);
    expect(sizeAfter(9 * mebibyte, 8 * mebibyte)).toBe(4);
  });
});

describe("a body that a proxy buffers", () => {
  it("is detected when more than a piece was sent and not stored", () => {
    expect(isBuffered(whole, uploadPiece, 0)).toBe(false);
    expect(isBuffered(whole, uploadPiece + 1, 1)).toBe(false);
    expect(isBuffered(whole, uploadPiece + 1, 0)).toBe(true);
  });

  it("is accepted when it is a piece, because a smaller one would not help", () => {
    expect(isBuffered(firstPiece, fileSize, 0)).toBe(false);
  });
});
