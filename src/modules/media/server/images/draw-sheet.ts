import sharp from "sharp";

import type { ImageWork, StoredImage, TileLayout } from "./messages.ts";

const quality = 70;
/** Bytes of a pixel. */
const channels = 3;

/** One sheet with every nth tile of several. */
export async function drawSheet({
  contents,
  source,
  sheet,
  every,
}: Extract<ImageWork, { kind: "sheet" }>): Promise<StoredImage> {
  const { count, columns, rows, tileWidth, tileHeight } = sheet;
  const [width, height] = [columns * tileWidth, rows * tileHeight];
  const pixels = Buffer.alloc(width * height * channels);
  const perSheet = source.columns * source.rows;
  let [opened, from]: [number, { data: Buffer; width: number } | null] = [-1, null];
  for (let tile = 0; tile < count; tile += 1) {
    const at = tile * every;
    const index = Math.floor(at / perSheet);
    if (index !== opened) [opened, from] = [index, await decodePixels(contents[index])];
    if (!from) break;
    const source0 = tileOffset(at % perSheet, source, from.width);
    const target0 = tileOffset(tile, sheet, width);
    for (let row = 0; row < tileHeight; row += 1) {
      const begin = source0 + row * from.width * channels;
      from.data.copy(pixels, target0 + row * width * channels, begin, begin + tileWidth * channels);
    }
  }
  const bytes = await sharp(pixels, { raw: { width, height, channels } })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer();
  return { bytes, type: "image/jpeg" };
}

/** The first byte of a tile in the pixels of a sheet. */
function tileOffset(tile: number, { columns, tileWidth, tileHeight }: TileLayout, width: number): number {
  const [x, y] = [(tile % columns) * tileWidth, Math.floor(tile / columns) * tileHeight];
  return (y * width + x) * channels;
}

async function decodePixels(content: Buffer | undefined): Promise<{ data: Buffer; width: number } | null> {
  if (!content) return null;
  const { data, info } = await sharp(content)
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return info.channels === channels ? { data, width: info.width } : null;
}
