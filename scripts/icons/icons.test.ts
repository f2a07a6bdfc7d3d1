import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import sharp from "sharp";
import { expect, it } from "vitest";
import { z } from "zod";

import { icons } from "./mark.ts";
import { renderIcon } from "./render.ts";

const folder = resolve(import.meta.dirname, "../../public");
const pixels = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer();

it("the favicon is the drawing of the logo (`node scripts/icons.ts` draws it again)", async () => {
  const [favicon] = icons;
  expect(await readFile(join(folder, "favicon.svg"), "utf8")).toBe(favicon?.svg);
});

it.each(icons.slice(1))("$file is the drawing of the logo", async ({ file, svg, size = 0 }) => {
  const drawn = await pixels(await renderIcon(svg, size));
  const kept = await pixels(await readFile(join(folder, file)));
  expect(kept.length).toBe(drawn.length);
  expect(drawn.filter((value, index) => Math.abs(value - (kept[index] ?? 0)) > 8).length).toBe(0);
});

it("the manifest lists icons that exist in the stated sizes, one of them for any shape", async () => {
  const shape = z.object({
    id: z.literal("/"),
    name: z.string().min(1),
    short_name: z.string().max(12),
    start_url: z.string().startsWith("/"),
    scope: z.literal("/"),
    display: z.literal("standalone"),
    icons: z.array(
      z.object({
        src: z.string(),
        sizes: z.string(),
        type: z.literal("image/png"),
        purpose: z.string().optional(),
      }),
    ),
    shortcuts: z.array(z.object({ name: z.string(), url: z.string().startsWith("/") })),
  });
  const manifest = shape.parse(JSON.parse(await readFile(join(folder, "manifest.webmanifest"), "utf8")));
  const stated = manifest.icons.map(({ src, sizes }) => `${src.slice(1)} ${sizes}`);
  const drawn = icons.map(({ file, size }) => `${file} ${size}x${size}`);
  expect(drawn).toEqual(expect.arrayContaining(stated));
  expect(stated).toEqual(
    expect.arrayContaining(["icons/icon-192.png 192x192", "icons/icon-512.png 512x512"]),
  );
  expect(manifest.icons.filter(({ purpose }) => purpose === "maskable")).toHaveLength(1);
});

it("the Open Graph image has the size that pages state", async () => {
  const { width, height, format } = await sharp(join(folder, "og.png")).metadata();
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "png" });
});
