import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";

import { eq } from "drizzle-orm";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { fileKey } from "#modules/media/server/videos/object-keys.ts";
import { people } from "#modules/people/server/tables.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { childProcesses } from "#testing/child-processes.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let mira: Person;

beforeAll(async () => {
  app = await startApp();
  mira = await app.join("mira", "EDITOR");
});
afterAll(async () => app?.stop());

function send(bytes: Buffer, name = "me.jpg", type = "image/jpeg") {
  const file = new File([new Uint8Array(bytes)], name, { type });
  return mira.call(profilesEndpoints.editProfile, {
    form: { fields: { name: "mira" }, files: { profileImg: [file], BannerImg: [file] } },
  });
}

/** The banner as everybody is served it: no part of it is cut off. */
async function served(sent: Awaited<ReturnType<typeof send>>) {
  expect(sent).toMatchObject({ status: 200 });
  const reply = await app.app.inject(sent.data.bannerImgUrl);
  return { headers: reply.headers, bytes: reply.rawPayload };
}

/** The banner as it is kept. */
async function stored(): Promise<Buffer> {
  const [row] = await app.db.select().from(people).where(eq(people.id, mira.user.id));
  return buffer(await app.storage.read(fileKey(row?.bannerFileId ?? "")));
}

/** Metadata of a picture. */
async function written(bytes: Buffer): Promise<string[]> {
  const { exif, xmp, iptc, icc, orientation, comments } = await sharp(bytes).metadata();
  const all = Object.entries({ exif, xmp, iptc, icc, orientation, comments });
  return all.filter(([, value]) => value !== undefined).map(([name]) => name);
}

const half = (color: string) => sharp({ create: { width: 60, height: 80, channels: 3, background: color } });

/** Red on the left, blue on the right: 120 by 80. */
function twoColors(): Sharp {
  const pixels = Buffer.alloc(120 * 80 * 3, 30);
  for (let at = 0; at < 120 * 80; at += 1) pixels[at * 3 + (at % 120 < 60 ? 0 : 2)] = 220;
  return sharp(pixels, { raw: { width: 120, height: 80, channels: 3 } });
}

async function colorAt(picture: Buffer, left: number, top: number): Promise<"red" | "blue"> {
  const pixel = sharp(picture).extract({ left, top, width: 1, height: 1 });
  const [red = 0, , blue = 0] = await pixel.removeAlpha().raw().toBuffer();
  return red > blue ? "red" : "blue";
}

/** A PNG whose header claims a size that its few bytes of pixels don't fill. */
function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length, 0);
    head.write(type, 4, "latin1");
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
    return Buffer.concat([head, data, sum]);
  };
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A square image of one colour with 16 bits per sample. */
async function flat(edge: number, { interlaced = false }): Promise<Buffer> {
  const create = { width: edge, height: edge, channels: 3, background: "#345" } as const;
  return sharp({ create, limitInputPixels: false })
    .toColourspace("rgb16")
    .png({ progressive: interlaced })
    .toBuffer();
}

const script = "<script>alert(document.domain)</script>";
const secret = "a name that nobody should read";

describe("an uploaded profile image", () => {
  it("is stored and served upright, without metadata or hidden content", async () => {
    const taken = await twoColors()
      .jpeg()
      .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 3/1" } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>${secret}</place></x:xmpmeta>`)
      .withIccProfile("p3", { attach: true })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const sent = Buffer.concat([taken, Buffer.from(script)]);
    expect([sent.includes(secret), (await written(sent)).sort()]).toEqual([
      true,
      ["exif", "icc", "orientation", "xmp"],
    ]);
    const { bytes } = await served(await send(sent));
    for (const left of [bytes, await stored()]) {
      expect(await sharp(left).metadata()).toMatchObject({ width: 80, height: 120 });
      expect(await written(left)).toEqual([]);
      expect([await colorAt(left, 40, 20), await colorAt(left, 40, 100)]).toEqual(["red", "blue"]);
      expect([left.includes(secret), left.includes("script")]).toEqual([false, false]);
    }
  });

  it("is served by its content type, whatever its name, and can't run", async () => {
    const jpeg = await twoColors().jpeg().toBuffer();
    const { headers, bytes } = await served(await send(jpeg, "me.html", "text/html"));
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect((await sharp(bytes).metadata()).format).toBe("webp");
  });

  it("contains only pixels if the file is also a page or a script", async () => {
    const gif = await twoColors().gif().toBuffer();
    // A comment block behind the size, as files have that are a GIF to some programs and a page to others.
    const comment = Buffer.concat([
      Buffer.from([0x21, 0xfe, script.length]),
      Buffer.from(script),
      Buffer.of(0),
    ]);
    const tables = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
    const both = Buffer.concat([gif.subarray(0, tables), comment, gif.subarray(tables), Buffer.from(script)]);
    const { bytes, headers } = await served(await send(both, "me.gif", "image/gif"));
    expect(headers["content-type"]).toBe("image/webp");
    for (const left of [bytes, await stored()]) expect(left.includes("script")).toBe(false);
    expect(await colorAt(bytes, 20, 40)).toBe("red");
  });

  it("keeps only the first frame of an animation", async () => {
    const frames = [await half("#d22").png().toBuffer(), await half("#22d").png().toBuffer()];
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const { bytes } = await served(await send(animation, "me.gif", "image/gif"));
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
    expect(await colorAt(bytes, 30, 40)).toBe("red");
  });

  it("keeps its colors if it was made for print", async () => {
    const print = await twoColors().toColourspace("cmyk").jpeg().toBuffer();
    expect((await sharp(print).metadata()).space).toBe("cmyk");
    const { bytes } = await served(await send(print));
    expect((await sharp(await stored()).metadata()).space).toBe("srgb");
    expect([await colorAt(bytes, 20, 40), await colorAt(bytes, 100, 40)]).toEqual(["red", "blue"]);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ["ends too soon", async () => (await twoColors().jpeg().toBuffer()).subarray(0, -40)],
    ["is a drawing", async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    [
      "is a drawing behind a declaration",
      async () => Buffer.from(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>`),
    ],
    ["is a page", async () => Buffer.from(`<!doctype html>${script}`)],
    ["begins like a GIF and is a script", async () => Buffer.from(`GIF89a/*${" ".repeat(500)}*/=1;alert(1)`)],
    ["is empty", async () => Buffer.alloc(0)],
  ])("is refused with a sentence, and the one before stays, where it %s", async (_, make) => {
    const before = await send(await twoColors().png().toBuffer());
    const resident = process.memoryUsage().rss;
    expect(await send(await make(), "me.png", "image/png")).toMatchObject({
      status: 415,
      code: "not_an_image",
      message: "This image can't be read. Use JPG, PNG or GIF.",
    });
    expect(process.memoryUsage().rss - resident).toBeLessThan(300 * 2 ** 20);
    await served(before);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ["claims 50,000 by 50,000 pixels", async () => pngClaiming(50_000, 50_000)],
    ["has more than 50 million pixels", () => flat(7100, {})],
    ["is interlaced and has more than 100 MB of samples", () => flat(4100, { interlaced: true })],
  ])("is refused before it is decoded where it %s", async (_, make) => {
    const refused = await send(await make(), "me.png", "image/png");
    expect(refused).toMatchObject({ status: 415, code: "not_an_image" });
    expect(refused.message).toMatch(/too many pixels/);
  });

  it.runIf(process.platform === "linux")(
    "is decoded in a queue with two places for each account",
    async () => {
      const image = await flat(3000, { interlaced: true });
      const file = () => new File([new Uint8Array(image)], "me.png", { type: "image/png" });
      const sendOne = (who: Person, name: string) =>
        who.call(profilesEndpoints.editProfile, {
          form: { fields: { name }, files: { profileImg: [file()] } },
        });
      const ines = await app.join("ines", "EDITOR");
      // Starts the process that decodes, which is paused until the queue is full.
      expect((await sendOne(mira, "mira")).status).toBe(200);
      await expect.poll(() => childProcesses("image-process")).not.toEqual([]);
      const decoders = await childProcesses("image-process");
      for (const pid of decoders) process.kill(pid, "SIGSTOP");
      // Six requests of one user run at once only while nobody else is active.
      await wait(1100);
      let settled = 0;
      const ofMira = Array.from({ length: 6 }, async () => {
        const reply = await sendOne(mira, "mira");
        settled += 1;
        return reply;
      });
      await expect.poll(() => settled).toBe(4);
      const ofInes = sendOne(ines, "ines");
      for (const pid of decoders) process.kill(pid, "SIGCONT");
      expect((await ofInes).status).toBe(200);
      const replies = await Promise.all(ofMira);
      const statuses = replies.map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 200, 429, 429, 429, 429]);
      const refused = replies.find(({ status }) => status === 429);
      expect(refused).toMatchObject({ code: "images_busy" });
      expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    },
  );

  it("is rejected above 20 MB before it is decoded", async () => {
    const jpeg = await twoColors().jpeg().toBuffer();
    const padded = Buffer.concat([jpeg, Buffer.alloc(20 * 2 ** 20)]);
    expect(await send(padded)).toMatchObject({ status: 413, message: "Image should be less than 20 MB" });
  });
});
