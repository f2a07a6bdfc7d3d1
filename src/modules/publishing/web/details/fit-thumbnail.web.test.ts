import { expect, test } from "vitest";

import { thumbnailLimit } from "#modules/media/rules/limits.ts";
import { centred, type Crop } from "#modules/publishing/rules/crop.ts";

import { fitThumbnail, type Picture } from "./fit-thumbnail.ts";

/** A picture that is drawn with this many random dots along its width, between which it is smooth. */
async function picture(width: number, height: number, dots: number): Promise<Picture> {
  const grain = new OffscreenCanvas(dots, Math.round((dots * height) / width));
  const pixels = new ImageData(grain.width, grain.height);
  for (let index = 0; index < pixels.data.length; index += 65_536) {
    crypto.getRandomValues(pixels.data.subarray(index, index + 65_536));
  }
  for (let index = 3; index < pixels.data.length; index += 4) pixels.data[index] = 255;
  grain.getContext("2d")?.putImageData(pixels, 0, 0);
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(grain, 0, 0, width, height);
  return { image: await createImageBitmap(canvas), width, height, name: "shore.png" };
}

async function fitted(from: Picture, crop: Crop = centred) {
  const thumbnail = await fitThumbnail(from, crop);
  const { width, height } = await createImageBitmap(thumbnail);
  return { thumbnail, size: [width, height] };
}

test.each([
  ["a part of it", 3840, 2160, { ...centred, zoom: 2 }, [1920, 1080]],
  ["tall", 1080, 1920, centred, [1280, 720]],
] as const)(
  "a picture keeps the pixels that were chosen of it: %s",
  async (_name, width, height, crop, size) => {
    const { thumbnail, size: got } = await fitted(await picture(width, height, 32), crop);
    expect(got).toEqual(size);
    expect(thumbnail).toMatchObject({ name: "shore.jpg", type: "image/jpeg" });
  },
);

test("a picture with too many bytes loses quality before it loses pixels, and no more of them than needed", async () => {
  const grainy = await picture(3840, 2160, 600);
  expect(await bytesOfBest(grainy)).toBeGreaterThan(thumbnailLimit);
  const { thumbnail, size } = await fitted(grainy);
  expect(size).toEqual([3840, 2160]);
  expect(thumbnail.size).toBeLessThan(thumbnailLimit);
  const noisy = await fitted(await picture(3840, 2160, 3840));
  expect(noisy.size).toEqual([2560, 1440]);
  expect(noisy.thumbnail.size).toBeLessThan(thumbnailLimit);
});

async function bytesOfBest({ image, width, height }: Picture): Promise<number> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 })).size;
}
