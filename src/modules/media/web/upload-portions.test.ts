import { beforeEach, describe, expect, it } from "vitest";

import { uploadPiece } from "../rules.ts";
import { type Portions, portionsOf } from "./upload-portions.ts";

const mebibyte = 1024 * 1024;
const file = new File([new Uint8Array(150 * mebibyte)], "cut.mp4");

let portions: Portions;
beforeEach(() => {
  portions = portionsOf(file);
});

async function bodyFrom(start: number): Promise<{ value: Blob; done: boolean }> {
  const { chunkSize, fileReader } = portions.reading;
  const source = await fileReader?.openFile(file, chunkSize ?? 0);
  if (!source) throw new Error("Nothing reads the file.");
  return source.slice(start, file.size);
}

describe("what a request of an upload carries", () => {
  it("is the file itself at first, because a slice of it takes a slower way", async () => {
    expect(await bodyFrom(0)).toEqual({ value: file, done: true });
    expect((await bodyFrom(0)).value).not.toBe(file);
  });

  it("is a piece where the upload goes on, and what is left at the end", async () => {
    const sizes = [];
    for (let start = 1; start < file.size; start += uploadPiece) {
      const { value, done } = await bodyFrom(start);
      sizes.push([value.size, done]);
    }
    const rest = file.size - 1 - 2 * uploadPiece;
    expect(sizes).toEqual([
      [uploadPiece, false],
      [uploadPiece, false],
      [rest, true],
    ]);
  });

  it.each([413, 0])(
    "is a piece when the whole file was answered by %i, of which nobody is told",
    async (status) => {
      await bodyFrom(0);
      expect(portions.failed(status, 0)).toBe(true);
      expect((await bodyFrom(0)).value.size).toBe(uploadPiece);
      expect(portions.failed(0, 0)).toBe(false);
      expect((await bodyFrom(0)).value.size).toBe(uploadPiece);
    },
  );

  it.each([423, 503, 507])(
    "is a piece when the whole file was answered by %i, which is told",
    async (status) => {
      await bodyFrom(0);
      expect(portions.failed(status, 0)).toBe(false);
      expect((await bodyFrom(0)).value.size).toBe(uploadPiece);
    },
  );

  it("becomes smaller while it is too large for something on the way, down to a mebibyte", async () => {
    await bodyFrom(0);
    const sizes = [];
    for (let told = false; !told;) {
      told = !portions.failed(413, 0);
      sizes.push((await bodyFrom(0)).value.size / mebibyte);
    }
    expect(sizes).toEqual([64, 16, 4, 1, 1]);
  });

  it("becomes smaller where a piece is broken off and nothing of it came through", async () => {
    const sizeAfter = async (left: number, start: number) => {
      portions.failed(0, left);
      return (await bodyFrom(start)).value.size / mebibyte;
    };
    await bodyFrom(mebibyte);
    expect(await sizeAfter(mebibyte, mebibyte)).toBe(64);
    expect(await sizeAfter(9 * mebibyte, 8 * mebibyte)).toBe(64);
    expect(await sizeAfter(9 * mebibyte, 8 * mebibyte)).toBe(16);
    expect(await sizeAfter(9 * mebibyte, 8 * mebibyte)).toBe(4);
  });
});

describe("a body that something on the way gathers", () => {
  it("is noticed when more than a piece has left the browser and not arrived", async () => {
    await bodyFrom(0);
    expect(portions.isHeldUp(uploadPiece, 0)).toBe(false);
    expect(portions.isHeldUp(uploadPiece + 1, 1)).toBe(false);
    expect(portions.isHeldUp(uploadPiece + 1, 0)).toBe(true);
  });

  it("is left alone when it is a piece: there is nothing smaller to be had by it", async () => {
    await bodyFrom(0);
    await bodyFrom(0);
    expect(portions.isHeldUp(file.size, 0)).toBe(false);
  });
});
