import { randomBytes, randomUUID } from "node:crypto";

import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { signedIn } from "#core/permission.ts";
import { bindEndpoints } from "#core/server/bind-endpoints.ts";
import { after, hour } from "#core/time.ts";
import { maxImageBytes, thumbnailLimit } from "#modules/media/rules/limits.ts";
import { type Listening, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { sweepWorker } from "../cleanup/sweep.ts";
import { deletionJobs } from "../deletion/jobs.ts";
import { signedUrlFolder } from "../playback/signed-url.ts";
import { fileAddresses, keepFiles, removeFiles, storedFile } from "../public/media.ts";
import { fileKey } from "../videos/object-keys.ts";
import { insertFile, recordArrival } from "./queries.ts";

const received = z.object({ id: z.string(), name: z.string(), bytes: z.number(), type: z.string() });
const endpoints = {
  send: endpoint({
    method: "POST",
    path: "/try/send",
    permission: signedIn,
    summary: "Takes one file of each kind",
    form: {
      fields: z.object({}),
      files: {
        thumbnail: { kind: "image", maxBytes: thumbnailLimit, maxFiles: 1 },
        fitted: { kind: "image", maxBytes: maxImageBytes, fitBytes: thumbnailLimit, maxFiles: 1 },
        files: { kind: "image-or-video", maxBytes: 3 * 1024 * 1024, maxFiles: 3 },
        video: { kind: "video", maxBytes: "upload-limit", maxFiles: 1 },
      },
    },
    response: z.array(received),
    message: "Form received.",
  }),
};

let server: TestApp;
let http: Listening;
let owner: TestActor;
let stranger: TestActor;

beforeAll(async () => {
  server = await startApp();
  owner = await server.person("mira", "EDITOR");
  stranger = await server.person("oskar", "EDITOR");
  http = await server.listen({
    register: (app, binding) => {
      const send = async ({ files }: { files: Record<string, z.output<typeof received>[]> }) =>
        Object.values(files).flat();
      bindEndpoints(app, "try", endpoints, { send }, binding);
    },
  });
});

afterAll(async () => {
  await http.close();
  await server.stop();
});

interface Answer {
  status: number;
  data: z.output<typeof received>[];
  message: string;
}

async function send(field: string, name: string, type: string, bytes: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(bytes)], name, { type }));
  const headers = { cookie: owner.cookie };
  const answer = await fetch(`${http.url}/api/v1/try/send`, { method: "POST", headers, body: form });
  const body: Omit<Answer, "status"> = JSON.parse(await answer.text());
  return { ...body, status: answer.status };
}

async function sendOne(field: string, name: string, type: string, bytes: Buffer) {
  const answer = await send(field, name, type, bytes);
  const [file] = answer.data ?? [];
  if (answer.status !== 200 || !file) throw new Error(answer.message);
  return file;
}

const addressOf = async (id: string) =>
  (await server.run(owner, (ctx) => fileAddresses(ctx, new Map([[id, null]])))).get(id) ?? "";

const get = (
  path: string,
  more: { as?: TestActor | null; headers?: Record<string, string>; method?: string } = {},
) => {
  const person = more.as === undefined ? owner : more.as;
  return fetch(http.url + path, {
    method: more.method ?? "GET",
    headers: { ...(person && { cookie: person.cookie }), ...more.headers },
  });
};

/** Revalidates like a browser; by default `fetch` of Node adds `no-cache`. */
const conditional = (seen: Response) => ({
  "if-none-match": seen.headers.get("etag") ?? "",
  "cache-control": "max-age=0",
});

const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp(randomBytes(width * height * channels), { raw: { width, height, channels } });

/** The first bytes of an MP4 file, then noise. */
const mp4 = (bytes: number) =>
  Buffer.concat([Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2"), randomBytes(bytes)]);

describe("an image in a form", () => {
  it("is re-encoded without its metadata and rotated upright", async () => {
    const photo = await noise(60, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: "Mira" }, IFD3: { GPSLatitude: "51/1 30/1 3230/100" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const file = await sendOne("thumbnail", "C:\\photos\\still.jpeg", "image/jpeg", photo);
    expect(file).toMatchObject({ name: "still.jpeg", type: "image/jpeg" });
    const kept = await sharp(await bytesOf(file.id)).metadata();
    expect(kept).toMatchObject({ width: 40, height: 60, format: "jpeg" });
    expect([kept.exif, kept.orientation]).toEqual([undefined, undefined]);
  });

  it.each([
    ["a see-through WebP", () => noise(30, 30, 4).webp().toBuffer(), "image/png"],
    ["a plain WebP", () => noise(30, 30).webp().toBuffer(), "image/jpeg"],
    ["a GIF", () => noise(30, 30).gif().toBuffer(), "image/png"],
  ])("becomes a format that the platform accepts: %s", async (_name, make, type) => {
    expect(await sendOne("thumbnail", "a.webp", "image/webp", await make())).toMatchObject({ type });
  });

  it("stays below the limit of the field", async () => {
    const big = await noise(1000, 700).png().toBuffer();
    expect(big.length).toBeGreaterThan(thumbnailLimit);
    const tooLarge = await send("thumbnail", "big.png", "image/png", big);
    expect([tooLarge.status, tooLarge.message]).toEqual([413, "Image should be less than 2 MB"]);
    const dense = await noise(1200, 900).jpeg({ quality: 50 }).toBuffer();
    const file = await sendOne("thumbnail", "dense.jpg", "image/jpeg", dense);
    expect(file.bytes).toBeLessThan(thumbnailLimit);
  });

  it("is fitted into the field's bytes if a larger one is accepted", async () => {
    const large = await noise(2400, 1800).jpeg({ quality: 90 }).toBuffer();
    expect(large.length).toBeGreaterThan(thumbnailLimit);
    const file = await sendOne("fitted", "large.jpg", "image/jpeg", large);
    expect(file.bytes).toBeLessThan(thumbnailLimit);
    const { width = 0 } = await sharp(await bytesOf(file.id)).metadata();
    expect(width).toBeGreaterThanOrEqual(1280);
  });

  it("keeps up to 3840 pixels, and loses no more of them than its bytes require", async () => {
    const widthOf = async (picture: Sharp) => {
      const content = await picture.resize(3840, 2160).jpeg({ quality: 90 }).toBuffer();
      const { id } = await sendOne("fitted", "large.jpg", "image/jpeg", content);
      return (await sharp(await bytesOf(id)).metadata()).width;
    };
    expect(await widthOf(noise(64, 36))).toBe(3840);
    expect(await widthOf(noise(1920, 1080))).toBe(2560);
  });

  it.each([
    ["text", Buffer.from("This is no image, whatever it is called.")],
    ["a drawing with a script", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>")],
    ["a video", mp4(1000)],
    ["a cut picture", Buffer.from("\x89PNG\r\n\x1a\n and then nothing", "latin1")],
    ["nothing", Buffer.alloc(0)],
  ])("is refused when it is %s", async (_name, bytes) => {
    const refused = await send("thumbnail", "thumb.png", "image/png", bytes);
    expect(refused).toMatchObject({ status: 415, code: "not_an_image" });
  });

  it("is refused when it would decode to too many pixels", async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 9000, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(thumbnailLimit);
    expect((await send("thumbnail", "bomb.png", "image/png", bomb)).status).toBe(415);
  });
});

describe("an attachment", () => {
  it("is stored unchanged; its type is detected from its content", async () => {
    const bytes = mp4(200_000);
    const file = await sendOne("files", "reference.mp4.png", "image/png", bytes);
    expect(file).toMatchObject({ type: "video/mp4", bytes: bytes.length });
    expect((await bytesOf(file.id)).equals(bytes)).toBe(true);
    expect(await addressOf(file.id)).toMatch(/\/reference-mp4\.mp4$/);
    const picture = await noise(9, 9).png().toBuffer();
    const tiny = await sendOne("files", "clip.mp4.PNG", "video/mp4", picture);
    expect(await addressOf(tiny.id)).toMatch(/\/clip-mp4\.png$/);
  });

  it.each([
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a program", Buffer.concat([Buffer.from("MZ"), randomBytes(5000)])],
    ["an AVI, which browsers can't show", Buffer.from("RIFF....AVI LIST....")],
  ])("is refused when it is %s", async (_name, bytes) => {
    expect((await send("files", "clip.mp4", "video/mp4", bytes)).status).toBe(415);
  });

  it("is refused above the limit and leaves nothing", async () => {
    const before = await storedKeys();
    const refused = await send("files", "long.mp4", "video/mp4", mp4(3 * 1024 * 1024));
    expect([refused.status, refused.message]).toEqual([413, "That file is larger than 3 MB."]);
    expect(await storedKeys()).toEqual(before);
  });
});

describe("a file that has been received", () => {
  it("stays when its uploader's action keeps it, and expires within an hour otherwise", async () => {
    const [kept, left] = [
      await sendOne("files", "a.mp4", "", mp4(50)),
      await sendOne("files", "b.mp4", "", mp4(50)),
    ];
    await expect(server.run(stranger, (ctx) => keepFiles(ctx, [kept.id]))).rejects.toMatchObject({
      status: 404,
    });
    await server.run(owner, (ctx) => keepFiles(ctx, [kept.id]));
    await sweepAt(after(new Date(), 2 * hour));
    expect(await server.storage.stat(fileKey(kept.id))).not.toBeNull();
    expect(await server.storage.stat(fileKey(left.id))).toBeNull();
    await expect(server.run(owner, (ctx) => keepFiles(ctx, [left.id]))).rejects.toMatchObject({
      status: 404,
    });
  });

  it("does not expire before the last file of its form arrives", async () => {
    const first = await sendOne("files", "a.mp4", "", mp4(50));
    const coming = randomUUID();
    await server.run(owner, (ctx) =>
      insertFile(ctx.tx, {
        id: coming,
        personId: owner.id,
        name: "b.mp4",
        type: "video/mp4",
        bytes: 0,
        state: "staged",
        createdAt: ctx.now,
      }),
    );
    await sweepAt(after(new Date(), 30 * hour));
    expect(await server.storage.stat(fileKey(first.id))).not.toBeNull();
    const arrived = { bytes: 50, at: after(new Date(), 30 * hour) };
    await server.run(owner, (ctx) => recordArrival(ctx.tx, coming, arrived));
    await sweepAt(after(new Date(), 30.5 * hour));
    await server.run(owner, (ctx) => keepFiles(ctx, [first.id, coming]));
    await sweepAt(after(new Date(), 40 * hour));
    expect(await server.storage.stat(fileKey(first.id))).not.toBeNull();
  });

  it("is deleted with its object and row", async () => {
    const file = await sendOne("files", "a.mp4", "", mp4(50));
    await server.run(owner, (ctx) => keepFiles(ctx, [file.id]));
    const address = await addressOf(file.id);
    await server.run(owner, (ctx) => removeFiles(ctx, [file.id, file.id]));
    expect((await get(address)).status).toBe(404);
    await expect(server.run(owner, (ctx) => storedFile(ctx, file.id))).rejects.toMatchObject({ status: 404 });
    await server.work(deletionJobs(server.dependencies));
    expect(await server.storage.stat(fileKey(file.id))).toBeNull();
  });
});

describe("a signed URL", () => {
  it("serves whole files and ranges, without active content, and lets the browser cache them", async () => {
    const bytes = mp4(300_000);
    const file = await sendOne("files", "réf “1”.mp4", "video/mp4", bytes);
    const address = await addressOf(file.id);
    const whole = await get(address);
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": String(bytes.length),
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": expect.stringMatching(/^private, max-age=\d+, immutable$/),
      "content-disposition":
        "inline; filename=\"r_f _1_.mp4\"; filename*=UTF-8''r%C3%A9f%20%E2%80%9C1%E2%80%9D.mp4",
    });
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const range = await get(address, { headers: { range: "bytes=100-299" } });
    expect([range.status, range.headers.get("content-range")]).toEqual([
      206,
      `bytes 100-299/${bytes.length}`,
    ]);
    expect(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true);
    const beyond = await get(address, { headers: { range: "bytes=900000-" } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
    const again = await get(address, { headers: conditional(whole) });
    expect(again.status).toBe(304);
    expect((await get(address, { method: "HEAD" })).headers.get("content-length")).toBe(String(bytes.length));
  });

  it("answers unusual range requests as the standard requires", async () => {
    const bytes = mp4(1000);
    const address = await addressOf((await sendOne("files", "a.mp4", "", bytes)).id);
    const etag = (await get(address)).headers.get("etag") ?? "";
    const ask = async (headers: Record<string, string>, method = "GET") => {
      const answer = await get(address, { headers, method });
      const length = answer.headers.get("content-length");
      return [answer.status, length, answer.headers.get("content-range")];
    };
    const size = String(bytes.length);
    expect(await ask({ range: "bytes=0-1,5-6" })).toEqual([200, size, null]);
    expect(await ask({ range: "bytes=-10" })).toEqual([
      206,
      "10",
      `bytes ${bytes.length - 10}-${bytes.length - 1}/${size}`,
    ]);
    expect(await ask({ range: `bytes=${size}-` })).toEqual([416, "0", `bytes */${size}`]);
    expect(await ask({ range: "bytes=0-9", "if-range": etag })).toEqual([206, "10", `bytes 0-9/${size}`]);
    expect(await ask({ range: "bytes=0-9", "if-range": '"another"' })).toEqual([200, size, null]);
    expect(await ask({ range: "bytes=0-9", "if-range": `W/${etag}` })).toEqual([200, size, null]);
    expect(await ask({ range: "bytes=0-9" }, "HEAD")).toEqual([200, size, null]);
    expect((await ask({ ...conditional(await get(address)), range: "bytes=0-9" }))[0]).toBe(304);
  });

  it("serves many clients at once, each its own bytes, while others disconnect", async () => {
    const bytes = Buffer.concat([mp4(1000), randomBytes(2_900_000)]);
    const file = await sendOne("files", "a.mp4", "video/mp4", bytes);
    const address = await addressOf(file.id);
    const reads = Array.from({ length: 60 }, async (_, reader) => {
      const start = reader * 20_011;
      const end = start + 1_600_000;
      const leave = new AbortController();
      const response = await fetch(http.url + address, {
        headers: { cookie: owner.cookie, range: `bytes=${start}-${end}` },
        signal: leave.signal,
      });
      if (reader % 3 === 0) {
        leave.abort();
        return true;
      }
      return Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end + 1));
    });
    expect((await Promise.all(reads)).filter((right) => !right)).toEqual([]);
  });

  it("serves the same from a store without local files", async () => {
    const bytes = mp4(300_000);
    const file = await sendOne("files", "a.mp4", "video/mp4", bytes);
    const address = await addressOf(file.id);
    const remote = await server.listen({ storage: { ...server.storage, localPath: () => null } });
    const headers = { cookie: owner.cookie };
    const whole = await fetch(remote.url + address, { headers });
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const range = await fetch(remote.url + address, { headers: { ...headers, range: "bytes=-50" } });
    expect(range.status).toBe(206);
    expect(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(-50))).toBe(true);
    const etag = whole.headers.get("etag") ?? "";
    const again = await fetch(remote.url + address, { headers: { ...headers, "if-none-match": etag } });
    expect(again.status).toBe(304);
    const beyond = await fetch(remote.url + address, { headers: { ...headers, range: "bytes=900000-" } });
    expect(beyond.status).toBe(416);
    await remote.close();
  });

  it("works only for its user, and only until it expires", async () => {
    const file = await sendOne("files", "a.mp4", "", mp4(500));
    const other = await sendOne("files", "b.mp4", "", mp4(500));
    const address = await addressOf(file.id);
    expect((await get(address, { as: stranger })).status).toBe(404);
    expect((await get(address, { as: null })).status).toBe(403);
    expect((await get(address.replace(file.id, other.id))).status).toBe(403);
    expect((await get(address.replace("/media/f/", "/media/v/"))).status).toBe(403);
    expect((await get(address.replace(/.(?=\/[^/]+\/[^/]+$)/, "!"))).status).toBe(403);
    server.setNow(after(new Date(), 6 * hour));
    const over = await get(address);
    server.setNow(null);
    expect([over.status, await over.json()]).toMatchObject([403, { code: "link_expired" }]);
  });

  it("limits the cache lifetime to its expiry", async () => {
    const address = await addressOf((await sendOne("files", "a.mp4", "", mp4(500))).id);
    const kept = async (moment: Date) => {
      server.setNow(moment);
      const answer = await get(address, { headers: { range: "bytes=0-9" } });
      server.setNow(null);
      return Number(/max-age=(\d+)/.exec(answer.headers.get("cache-control") ?? "")?.[1]);
    };
    const first = await kept(new Date());
    expect(first).toBeGreaterThan((3 * hour) / 1000);
    expect(first).toBeLessThanOrEqual((5 * hour) / 1000);
    expect(first - (await kept(after(new Date(), hour)))).toBeGreaterThanOrEqual(hour / 1000 - 1);
    const beyond = await get(address, { headers: { range: "bytes=900000-" } });
    expect([beyond.status, beyond.headers.get("cache-control")]).toEqual([416, "no-store"]);
  });

  it.each([
    "original/a.mp4",
    "original/a.html",
    "original/a.svg",
    "original/constructor",
    "original/..%252f..%252fa.js",
    "original/..%5c..%5ca.js",
  ])("serves the original with its own name and type, whatever the path ends with: %s", async (path) => {
    const answer = await get(await besideOriginal(path));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-disposition": "inline; filename=\"cut.mp4\"; filename*=UTF-8''cut.mp4",
    });
  });

  it.each([
    "original/",
    "original/..%2f..%2fa.mp4",
    "rendition/..%2foriginal",
    "rendition/%2e%2e%2foriginal",
    "..%2f..%2ffiles%2fa.mp4",
    ".poster.jpg",
    "%2fposter.jpg",
    "constructor.mp4",
  ])("serves nothing but its video: %s", async (path) => {
    const answer = await get(await besideOriginal(path));
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: "not_stored" }]);
  });

  it("stays the same for an hour, so that browsers can cache", async () => {
    const file = await sendOne("files", "a.mp4", "", mp4(500));
    const at = async (moment: string) => {
      server.setNow(new Date(moment));
      const address = await addressOf(file.id);
      server.setNow(null);
      return address;
    };
    expect(await at("2026-11-20T10:00:01Z")).toBe(await at("2026-11-20T10:59:59Z"));
    expect(await at("2026-11-20T10:00:01Z")).not.toBe(await at("2026-11-20T11:00:01Z"));
  });
});

/** A path below the signed URL of a new video. */
async function besideOriginal(path: string): Promise<string> {
  const { id } = await sendOne("video", "cut.mp4", "video/mp4", mp4(1000));
  return server.run(
    owner,
    async (ctx) => `${signedUrlFolder(ctx, "v", id, { owner: null, until: null })}/${path}`,
  );
}

async function bytesOf(id: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await server.storage.read(fileKey(id))) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.storage.list("")) keys.push(key);
  return keys;
}

async function sweepAt(moment: Date): Promise<void> {
  const workers = [sweepWorker(server.dependencies), ...deletionJobs(server.dependencies)];
  server.setNow(moment);
  server.queue.push({ job: "media.sweep", data: {}, when: undefined });
  await server.work(workers);
  server.setNow(null);
}
