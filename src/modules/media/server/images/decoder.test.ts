import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createDecoder } from "./decoder.ts";

const warnings: Error[] = [];
const onWarning = (warning: Error) => void warnings.push(warning);

beforeAll(() => void process.on("warning", onWarning));
afterAll(() => void process.off("warning", onWarning));

it("decodes many images in one process without collecting listeners", async () => {
  const decode = createDecoder();
  const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  for (let image = 0; image < 12; image += 1) {
    expect(await decode({ kind: "resize", content, width: 20, height: null })).toMatchObject({
      type: expect.stringMatching(/^image\//),
    });
  }
  expect(warnings).toEqual([]);
});
