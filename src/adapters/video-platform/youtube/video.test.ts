import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { refusedFor, type Reply, type TestPlatform, startTestPlatform } from "./test-platform.ts";

let server: TestPlatform;
beforeEach(async () => {
  server = await startTestPlatform();
});
afterEach(() => server.close());

function answering(...replies: Reply[]): void {
  const waiting = [...replies];
  server.reply(() => waiting.shift() ?? { status: 500 });
}

function sentBody(index: number): unknown {
  return JSON.parse(server.requests[index]?.body.toString() ?? "");
}

const inAWeek = new Date(Date.now() + 7 * 24 * 3_600_000);
const present = {
  id: "v1",
  etag: "x",
  snippet: {
    title: "Old",
    description: "Words",
    tags: ["a", "b"],
    categoryId: "10",
    defaultLanguage: "en",
    channelId: "c1",
    publishedAt: "2026-11-20T12:00:00Z",
  },
  status: {
    uploadStatus: "processed",
    privacyStatus: "private",
    publishAt: inAWeek.toISOString(),
    license: "creativeCommon",
    embeddable: false,
    publicStatsViewable: true,
    madeForKids: false,
    selfDeclaredMadeForKids: false,
    containsSyntheticMedia: true,
  },
};

describe("a change of a video", () => {
  it("sets language, license, embedding, paid promotion and the day of the recording", async () => {
    answering({ status: 200, body: { items: [present] } }, { status: 200, body: present });
    const change = {
      language: "hi",
      license: "youtube",
      embeddable: true,
      recordingDate: "2026-07-01",
      paidPromotion: true,
    } as const;
    await server.platform.updateVideo("access", "v1", change);
    expect(server.requests[1]?.url.searchParams.get("part")).toBe(
      "snippet,status,recordingDetails,paidProductPlacementDetails",
    );
    expect(sentBody(1)).toMatchObject({
      snippet: { title: "Old", defaultLanguage: "hi", defaultAudioLanguage: "hi" },
      status: { license: "youtube", embeddable: true, containsSyntheticMedia: true },
      recordingDetails: { recordingDate: "2026-07-01T00:00:00Z" },
      paidProductPlacementDetails: { hasPaidProductPlacement: true },
    });
  });

  it("names only the changed part and repeats its mutable properties", async () => {
    answering({ status: 200, body: { items: [present] } }, { status: 200, body: present });
    await server.platform.updateVideo("access", "v1", { title: "New" });
    expect(
      server.requests.map(({ method, url }) => [method, url.pathname, url.searchParams.get("part")]),
    ).toEqual([
      ["GET", "/youtube/v3/videos", "snippet"],
      ["PUT", "/youtube/v3/videos", "snippet"],
    ]);
    expect(sentBody(1)).toEqual({
      id: "v1",
      snippet: {
        title: "New",
        description: "Words",
        tags: ["a", "b"],
        categoryId: "10",
        defaultLanguage: "en",
      },
    });
  });

  it("makes a video public, keeps the rest of its status and returns the result", async () => {
    const got = { ...present, status: { ...present.status, privacyStatus: "private" } };
    answering({ status: 200, body: { items: [present] } }, { status: 200, body: got });
    const state = await server.platform.updateVideo("access", "v1", { privacy: "public" });
    expect(sentBody(1)).toEqual({
      id: "v1",
      status: {
        privacyStatus: "public",
        license: "creativeCommon",
        embeddable: false,
        publicStatsViewable: true,
        selfDeclaredMadeForKids: false,
        containsSyntheticMedia: true,
      },
    });
    expect(state.privacy).toBe("private");
  });

  it("repeats a scheduled time, with private, unless it is removed or has passed", async () => {
    const past = { ...present, status: { ...present.status, publishAt: "2020-01-01T00:00:00Z" } };
    answering(
      { status: 200, body: { items: [present] } },
      { status: 200, body: present },
      { status: 200, body: { items: [present] } },
      { status: 200, body: present },
      { status: 200, body: { items: [past] } },
      { status: 200, body: past },
    );
    await server.platform.updateVideo("access", "v1", { madeForKids: true });
    await server.platform.updateVideo("access", "v1", { publishAt: null });
    await server.platform.updateVideo("access", "v1", { madeForKids: true });
    expect(sentBody(1)).toMatchObject({
      status: { privacyStatus: "private", publishAt: inAWeek.toISOString(), selfDeclaredMadeForKids: true },
    });
    expect(sentBody(3)).not.toHaveProperty("status.publishAt");
    expect(sentBody(5)).not.toHaveProperty("status.publishAt");
  });

  it("is retried while the platform does not have the video", async () => {
    answering({ status: 200, body: { items: [] } });
    await expect(server.platform.updateVideo("access", "v1", { title: "New" })).rejects.toMatchObject({
      kind: "retry",
      code: "video_not_found",
    });
    expect(server.requests.length).toBe(1);
  });
});

describe("the state of a video", () => {
  it("is null if the platform has none", async () => {
    answering({ status: 200, body: { kind: "youtube#videoListResponse" } });
    expect(await server.platform.video("access", "v1")).toBeNull();
  });

  it("includes the progress of processing", async () => {
    const processingDetails = {
      processingStatus: "processing",
      processingProgress: { partsTotal: "1000", partsProcessed: "200" },
    };
    answering({
      status: 200,
      body: { items: [{ ...present, status: { uploadStatus: "uploaded" }, processingDetails }] },
    });
    expect(await server.platform.video("access", "v1")).toMatchObject({
      processed: false,
      privacy: null,
      processedPercent: 20,
      problem: null,
    });
  });

  it("returns the reason why the platform does not show the video", async () => {
    const problemOf = async (status: object, processingDetails?: object) => {
      answering({ status: 200, body: { items: [{ id: "v1", status, processingDetails }] } });
      return (await server.platform.video("access", "v1"))?.problem;
    };
    expect(await problemOf({ uploadStatus: "rejected", rejectionReason: "length" })).toBe("length");
    expect(await problemOf({ uploadStatus: "failed", failureReason: "codec" })).toBe("codec");
    expect(await problemOf({ uploadStatus: "failed", failureReason: "brandNew" })).toBe("failed");
    expect(await problemOf({ uploadStatus: "deleted" })).toBe("deleted");
    expect(
      await problemOf(
        { uploadStatus: "uploaded" },
        { processingStatus: "failed", processingFailureReason: "transcodeFailed" },
      ),
    ).toBe("transcodeFailed");
    expect(await problemOf({ uploadStatus: "processed" }, { processingStatus: "terminated" })).toBeNull();
  });

  it("has null for unknown values", async () => {
    answering({
      status: 200,
      body: { items: [{ id: "v1", status: { uploadStatus: "x", privacyStatus: 7 } }] },
    });
    expect(await server.platform.video("access", "v1")).toMatchObject({ processed: false, privacy: null });
  });

  it("is retried if the response is not JSON", async () => {
    answering({ status: 200, body: "<h1>Hello</h1>" });
    await expect(server.platform.video("access", "v1")).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("a thumbnail", () => {
  const picture = { body: Buffer.from("not really a picture"), type: "image/jpeg" as const };

  it("is sent unchanged", async () => {
    answering({ status: 200, body: {} });
    await server.platform.setThumbnail("access", "v1", picture);
    const [sent] = server.requests;
    expect(sent?.url.pathname).toBe("/upload/youtube/v3/thumbnails/set");
    expect(sent?.url.searchParams.get("videoId")).toBe("v1");
    expect(sent?.headers).toMatchObject({
      authorization: "Bearer access",
      "content-type": "image/jpeg",
      "content-length": String(picture.body.length),
    });
    expect(sent?.body.equals(picture.body)).toBe(true);
  });

  it("has an error for each refusal", async () => {
    const refusals: [Reply, string][] = [
      [refusedFor(400, "invalidImage", "youtube.thumbnail"), "thumbnail_invalid"],
      [refusedFor(403, "forbidden", "youtube.thumbnail"), "thumbnail_not_allowed"],
      [refusedFor(404, "videoNotFound", "youtube.thumbnail"), "video_not_found"],
      [refusedFor(429, "uploadRateLimitExceeded", "youtube.thumbnail"), "rate_limited"],
    ];
    for (const [reply, code] of refusals) {
      answering(reply);
      await expect(server.platform.setThumbnail("access", "v1", picture)).rejects.toMatchObject({ code });
    }
  });
});

describe("the channel", () => {
  it("is read with its picture and its uploads", async () => {
    const item = {
      id: "c1",
      snippet: { title: "Walks", thumbnails: { default: { url: "http://pictures/1" } } },
      contentDetails: { relatedPlaylists: { uploads: "UU1" } },
      status: { longUploadsStatus: "eligible" },
    };
    answering({ status: 200, body: { items: [item] } });
    expect(await server.platform.channel("access")).toEqual({
      id: "c1",
      title: "Walks",
      pictureUrl: "http://pictures/1",
      longUploads: "eligible",
      uploadsPlaylistId: "UU1",
    });
  });

  it("may not exist", async () => {
    const missing = { kind: "needs-user", code: "no_channel" };
    answering({ status: 200, body: {} });
    await expect(server.platform.channel("access")).rejects.toMatchObject(missing);
    answering(refusedFor(401, "youtubeSignupRequired", "youtube.header"));
    await expect(server.platform.channel("access")).rejects.toMatchObject(missing);
  });
});

describe("the search for a lost upload", () => {
  const startedAt = new Date("2026-11-20T12:00:00Z");
  const lost = { uploadsPlaylistId: "UU1", title: "A walk", bytes: 1000, startedAt };

  function playlist(entries: { id: string; title: string; at: string }[]): Reply {
    const items = entries.map(({ id, title, at }) => ({
      snippet: { title, publishedAt: at, resourceId: { kind: "youtube#video", videoId: id } },
    }));
    return { status: 200, body: { items } };
  }

  const sizes = (...items: [string, string | undefined][]): Reply => ({
    status: 200,
    body: {
      items: items.map(([id, fileSize]) => ({ id, fileDetails: fileSize ? { fileSize } : undefined })),
    },
  });

  it("finds the upload with the title, the size and a time after the start", async () => {
    answering(
      playlist([
        { id: "other-title", title: "A run", at: "2026-11-20T12:10:00Z" },
        { id: "other-size", title: "A walk", at: "2026-11-20T12:09:00Z" },
        { id: "it", title: "A walk", at: "2026-11-20T12:08:00Z" },
        { id: "too-old", title: "A walk", at: "2026-11-19T12:00:00Z" },
      ]),
      sizes(["other-title", "1000"], ["other-size", "1001"], ["it", "1000"], ["too-old", "1000"]),
    );
    const found = await server.platform.findUpload("access", lost);
    expect(found).toEqual([
      { videoId: "it", title: "A walk", createdAt: new Date("2026-11-20T12:08:00Z"), fileBytes: 1000 },
    ]);
    expect(server.requests[1]?.url.searchParams.get("id")).toBe("other-title,other-size,it,too-old");
  });

  it("includes an upload of unknown size", async () => {
    answering(
      playlist([{ id: "it", title: "A walk", at: "2026-11-20T12:08:00Z" }]),
      sizes(["it", undefined]),
    );
    expect((await server.platform.findUpload("access", lost)).map((each) => each.videoId)).toEqual(["it"]);
  });

  it("finds nothing on a channel without uploads", async () => {
    answering(refusedFor(404, "playlistNotFound", "youtube.playlistItem"));
    expect(await server.platform.findUpload("access", lost)).toEqual([]);
    answering({ status: 200, body: { items: [] } });
    expect(await server.platform.findUpload("access", lost)).toEqual([]);
  });
});
