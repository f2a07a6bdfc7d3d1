import { createHash } from "node:crypto";

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { youtubeScopes } from "../identity/scopes.ts";
import { connect, personNamed } from "../testing/oauth.ts";
import { pollOptions, startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";
import { callApi, makeBytes, refusalReason, uploadVideo, type ApiAnswer } from "../testing/uploads.ts";

let sandbox: TestSandbox;
let mira: string;
let teo: string;
beforeAll(async () => {
  sandbox = await startTestSandbox({ thumbnailBytes: 200_000 });
  mira = (await connect(sandbox.url)).access_token;
  teo = (await connect(sandbox.url, { person: personNamed("Teo") })).access_token;
});
afterAll(() => sandbox.remove());

const get = (path: string, token = mira) => callApi(`${sandbox.url}/youtube/v3/${path}`, token);

const itemsSchema = z.object({ items: z.array(z.record(z.string(), z.unknown())) });
const itemsOf = ({ body }: ApiAnswer) => itemsSchema.parse(body).items;

const update = (parts: string, body: unknown, token = mira) =>
  callApi(`${sandbox.url}/youtube/v3/videos?part=${parts}`, token, {
    method: "PUT",
    body: JSON.stringify(body),
  });

const setThumbnail = (id: string, image: Buffer, type = "image/png") =>
  callApi(`${sandbox.url}/upload/youtube/v3/thumbnails/set?videoId=${id}`, mira, {
    method: "POST",
    body: new Uint8Array(image),
    headers: { "content-type": type },
  });

const drawn = (width = 1280, height = 720) =>
  sharp({ create: { width, height, channels: 3, background: "#aa7733" } });

it("refuses calls that cost more units than are left today, until then others", async () => {
  const small = await startTestSandbox({ quotaUnits: 52 });
  const token = (await connect(small.url)).access_token;
  const call = (path: string, init?: RequestInit) => callApi(`${small.url}/youtube/v3/${path}`, token, init);
  const createPlaylist = () => {
    const body = JSON.stringify({ snippet: { title: "One" }, status: { privacyStatus: "private" } });
    return call("playlists?part=snippet,status", { method: "POST", body });
  };
  expect((await createPlaylist()).status).toBe(200);
  const refused = await createPlaylist();
  expect([refused.status, refusalReason(refused)]).toEqual([403, "quotaExceeded"]);
  const statuses: number[] = [];
  for (let at = 0; at < 3; at += 1) statuses.push((await call("channels?part=id&mine=true")).status);
  expect(statuses).toEqual([200, 200, 403]);
  await small.remove();
});

it("refuses uploads above those of the day, and counts none of them", async () => {
  const small = await startTestSandbox({ quotaUploads: 1 });
  const token = (await connect(small.url)).access_token;
  const start = () =>
    callApi(`${small.url}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`, token, {
      method: "POST",
      headers: { "x-upload-content-length": "10", "x-upload-content-type": "video/mp4" },
      body: JSON.stringify({ snippet: { title: "Rain" }, status: { privacyStatus: "private" } }),
    });
  expect((await start()).status).toBe(200);
  const refused = await start();
  expect([refused.status, refusalReason(refused)]).toEqual([403, "quotaExceeded"]);
  await small.remove();
});

describe("videos.list", () => {
  it("changes from uploaded to processed after the bytes were read", async () => {
    const file = makeBytes(300_000);
    const id = await uploadVideo(sandbox.url, mira, file, { headers: { slug: "bench.mp4" } });
    const parts = "snippet,status,processingDetails,fileDetails";
    const read = async () => itemsOf(await get(`videos?part=${parts}&id=${id}`))[0];
    await expect.poll(read, pollOptions).toMatchObject({
      status: { uploadStatus: "processed" },
      processingDetails: { processingStatus: "succeeded" },
      fileDetails: { fileName: "bench.mp4", fileSize: "300000" },
    });
    const state = await callApi(`${sandbox.url}/control/state`, undefined);
    const hash = createHash("sha256").update(file).digest("hex");
    expect(JSON.stringify(state.body)).toContain(hash);
  });

  it("returns private videos and the owner's parts to the owner only", async () => {
    const hidden = await uploadVideo(sandbox.url, mira, makeBytes(10));
    expect(itemsOf(await get(`videos?part=status&id=${hidden}`, teo))).toEqual([]);
    const open = await uploadVideo(sandbox.url, mira, makeBytes(10), {
      metadata: { snippet: { title: "Open" }, status: { privacyStatus: "public" } },
    });
    expect(itemsOf(await get(`videos?part=status&id=${open},${hidden}`, teo))).toHaveLength(1);
    const details = await get(`videos?part=fileDetails&id=${open}`, teo);
    expect([details.status, refusalReason(details)]).toEqual([403, "forbidden"]);
  });

  it("requires known parts, at least one id and a reading scope", async () => {
    expect(refusalReason(await get("videos?id=x"))).toBe("missingRequiredParameter");
    expect(refusalReason(await get("videos?part=wardrobe&id=x"))).toBe("unknownPart");
    expect(refusalReason(await get("videos?part=snippet"))).toBe("missingRequiredParameter");
    expect(itemsOf(await get("videos?part=snippet&id=unknown"))).toEqual([]);
    const uploader = (await connect(sandbox.url, { scopes: [youtubeScopes.upload] })).access_token;
    expect(refusalReason(await get("videos?part=snippet&id=x", uploader))).toBe("insufficientPermissions");
  });

  it("is private until publishAt and public from then on", async () => {
    const statusWith = async (publishAt: string) => {
      const metadata = { snippet: { title: "At a time" }, status: { privacyStatus: "private", publishAt } };
      const id = await uploadVideo(sandbox.url, mira, makeBytes(10), { metadata });
      return itemsOf(await get(`videos?part=status&id=${id}`))[0]?.["status"];
    };
    const later = "2040-01-01T00:00:00.000Z";
    expect(await statusWith(later)).toMatchObject({ privacyStatus: "private", publishAt: later });
    expect(await statusWith("2020-01-01T00:00:00Z")).toMatchObject({ privacyStatus: "public" });
  });
});

describe("videos.update", () => {
  it("publishes a private video with title, description, tags and made-for-kids", async () => {
    const id = await uploadVideo(sandbox.url, mira, makeBytes(10));
    const answer = await update("snippet,status", {
      id,
      snippet: { title: "Ready", description: "Done.", tags: ["a", "b c"], categoryId: "22" },
      status: { privacyStatus: "public", selfDeclaredMadeForKids: true },
    });
    expect(answer.status).toBe(200);
    const [video] = itemsOf(await get(`videos?part=snippet,status&id=${id}`));
    expect(video).toMatchObject({
      snippet: { title: "Ready", description: "Done.", tags: ["a", "b c"] },
      status: { privacyStatus: "public", selfDeclaredMadeForKids: true, madeForKids: true },
    });
  });

  it("refuses publishAt once the video was visible", async () => {
    const id = await uploadVideo(sandbox.url, mira, makeBytes(10), {
      metadata: { snippet: { title: "Seen" }, status: { privacyStatus: "unlisted" } },
    });
    const status = { privacyStatus: "private", publishAt: "2040-01-01T00:00:00Z" };
    expect(refusalReason(await update("status", { id, status }))).toBe("invalidPublishAt");
  });

  it("refuses invalid metadata, unknown videos, other channels' videos and upload-only tokens", async () => {
    const id = await uploadVideo(sandbox.url, mira, makeBytes(10));
    const snippet = { title: "", categoryId: "22" };
    expect(refusalReason(await update("snippet", { id, snippet }))).toBe("invalidTitle");
    expect(refusalReason(await update("status", { id: "unknown", status: {} }))).toBe("videoNotFound");
    expect(refusalReason(await update("status", { id, status: {} }, teo))).toBe("forbidden");
    const uploader = (await connect(sandbox.url, { scopes: [youtubeScopes.upload] })).access_token;
    expect(refusalReason(await update("status", { id, status: {} }, uploader))).toBe(
      "insufficientPermissions",
    );
  });
});

describe("videos.delete", () => {
  it("removes the video permanently", async () => {
    const id = await uploadVideo(sandbox.url, mira, makeBytes(10));
    const remove = (token: string) =>
      callApi(`${sandbox.url}/youtube/v3/videos?id=${id}`, token, { method: "DELETE" });
    expect((await remove(teo)).status).toBe(403);
    expect((await remove(mira)).status).toBe(204);
    expect((await remove(mira)).status).toBe(404);
    expect(itemsOf(await get(`videos?part=status&id=${id}`))).toEqual([]);
  });
});

describe("thumbnails.set", () => {
  it("accepts JPEG and PNG and serves them in YouTube's sizes", async () => {
    const id = await uploadVideo(sandbox.url, mira, makeBytes(10));
    expect((await setThumbnail(id, await drawn().png().toBuffer())).status).toBe(200);
    const answer = await setThumbnail(id, await drawn().jpeg().toBuffer(), "image/jpeg");
    expect(answer.status).toBe(200);
    const schema = z.object({ medium: z.object({ url: z.url(), width: z.literal(320) }) });
    const { medium } = schema.parse(itemsOf(answer)[0]);
    const picture = Buffer.from(await (await fetch(medium.url)).arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: "jpeg", width: 320, height: 180 });
  });

  it("refuses other files, truncated images, GIF, empty and too large bodies, and unknown videos", async () => {
    const id = await uploadVideo(sandbox.url, mira, makeBytes(10));
    const png = await drawn().png().toBuffer();
    expect(refusalReason(await setThumbnail(id, makeBytes(1000)))).toBe("invalidImage");
    expect(refusalReason(await setThumbnail(id, png.subarray(0, png.length / 2)))).toBe("invalidImage");
    const gif = await drawn(64, 36).gif().toBuffer();
    expect(refusalReason(await setThumbnail(id, gif, "application/octet-stream"))).toBe("invalidImage");
    expect(refusalReason(await setThumbnail(id, gif, "image/gif"))).toBe("badContent");
    expect(refusalReason(await setThumbnail(id, Buffer.alloc(0)))).toBe("mediaBodyRequired");
    const large = await setThumbnail(id, makeBytes(200_001));
    expect([large.status, refusalReason(large)]).toEqual([413, "uploadTooLarge"]);
    expect(refusalReason(await setThumbnail("unknown", png))).toBe("videoNotFound");
  });
});

describe("channels, uploads and categories", () => {
  it("channels.list returns the chosen channel with picture and uploads playlist", async () => {
    const second = (await connect(sandbox.url, { channel: 1 })).access_token;
    const [channel] = itemsOf(await get("channels?part=snippet,contentDetails,status&mine=true", second));
    expect(channel).toMatchObject({
      id: personNamed("Mira").channels[1]?.id,
      snippet: { title: "Balcony Harvest" },
      status: { longUploadsStatus: "allowed" },
    });
    const schema = z.object({
      snippet: z.object({ thumbnails: z.object({ default: z.object({ url: z.url() }) }) }),
      contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string().startsWith("UU") }) }),
    });
    const { snippet } = schema.parse(channel);
    const picture = Buffer.from(await (await fetch(snippet.thumbnails.default.url)).arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 88, height: 88 });
    expect(refusalReason(await get("channels?part=snippet", second))).toBe("missingRequiredParameter");
  });

  it("playlistItems.list returns the uploads, newest first, page by page", async () => {
    const junia = (await connect(sandbox.url, { person: personNamed("Junia") })).access_token;
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await uploadVideo(sandbox.url, junia, makeBytes(10 + n)));
    const playlist = `UU${personNamed("Junia").channels[0]?.id.slice(2)}`;
    const path = `playlistItems?part=snippet,contentDetails&maxResults=2&playlistId=${playlist}`;
    const idsOf = (answer: ApiAnswer) =>
      itemsOf(answer).map((item) => z.object({ videoId: z.string() }).parse(item["contentDetails"]).videoId);
    const first = await get(path, junia);
    expect(idsOf(first)).toEqual([ids[2], ids[1]]);
    const second = await get(`${path}&pageToken=${String(first.body["nextPageToken"])}`, junia);
    expect(idsOf(second)).toEqual([ids[0]]);
    expect(second.body["nextPageToken"]).toBeUndefined();
    expect(idsOf(await get(path, teo))).toEqual([]);
    expect(refusalReason(await get(`${path}&pageToken=zz`, junia))).toBe("invalidPageToken");
    expect(refusalReason(await get("playlistItems?part=snippet&playlistId=PLx", junia))).toBe(
      "playlistNotFound",
    );
  });

  it("videoCategories.list returns which are assignable", async () => {
    const items = itemsOf(await get("videoCategories?part=snippet&regionCode=US"));
    const flags = items.map(
      (item) => z.object({ assignable: z.boolean() }).parse(item["snippet"]).assignable,
    );
    expect(new Set(flags)).toEqual(new Set([true, false]));
  });

  it("responds to unknown methods in the envelope", async () => {
    const answer = await get("search?part=snippet");
    expect([answer.status, refusalReason(answer)]).toEqual([404, "notFound"]);
  });
});
