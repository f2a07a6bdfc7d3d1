import { createHash, randomBytes, randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { on } from "#core/server/context.ts";
import { videoLost, videoRefused } from "#modules/media/contract/videos.ts";
import { type Listening, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { refuseVideo } from "../preparation/failure.ts";
import { hashOriginal } from "../preparation/hash.ts";
import { hashWorker } from "../preparation/hash.ts";
import { markReady } from "../preparation/progress.ts";
import { deleteVideo, openVideoUpload, videoOriginal } from "../public/media.ts";
import { findVideo } from "../videos/queries.ts";

const content = randomBytes(300_000);
const right = createHash("sha256").update(content).digest("hex");
const wrong = createHash("sha256").update("another file").digest("hex");
const failure = { code: "digest_mismatch" };
const reason =
  "The received file differs from the file that was sent (checksum mismatch). Please upload it again.";

let server: TestApp;
let http: Listening;
let editor: TestActor;
let stranger: TestActor;
const events: string[] = [];

beforeAll(async () => {
  server = await startApp({
    eventHandlers: [
      on(
        videoRefused,
        async (_ctx, { videoId, reason }) => void events.push(`refused ${videoId}: ${reason}`),
      ),
      on(videoLost, async (_ctx, { videoId, reason }) => void events.push(`lost ${videoId}: ${reason}`)),
    ],
  });
  editor = await server.person("mira", "EDITOR");
  stranger = await server.person("oskar", "EDITOR");
  http = await server.listen();
});

afterAll(async () => {
  await http.close();
  await server.stop();
});

beforeEach(() => {
  events.length = 0;
  server.queue.length = 0;
  server.realtimeMessages.length = 0;
});

interface Sent {
  videoId: string;
  uploadUrl: string;
}

async function open(): Promise<Sent> {
  const file = { fileName: "cut.mp4", bytes: content.length, type: "video/mp4", fingerprint: randomUUID() };
  return server.run(editor, (ctx) => openVideoUpload(ctx, { ...file, taskId: 1 }));
}

/** A completed upload in preparation. */
async function arrive(sent?: Sent): Promise<Sent> {
  const upload = sent ?? (await open());
  const headers = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  const answer = await send(upload.uploadUrl, "PATCH", { headers, body: content });
  expect(answer.status).toBe(204);
  // On a busy machine, the response does not wait for the end.
  await expect.poll(async () => (await row(upload))?.state, { timeout: 30_000 }).not.toBe("receiving");
  return upload;
}

async function arriveReady(): Promise<Sent> {
  const upload = await arrive();
  await server.run(null, (ctx) => markReady(ctx, upload.videoId, { plays: "original" }));
  return upload;
}

async function hash({ videoId }: Sent): Promise<void> {
  server.queue.length = 0;
  await server.run(null, (ctx) => ctx.enqueue(hashOriginal, { videoId }, { userId: null }));
  await server.work([hashWorker(server.dependencies)]);
}

function send(
  path: string,
  method: string,
  more: { as?: TestActor; headers?: object; body: string | Buffer },
) {
  const headers = { "tus-resumable": "1.0.0", cookie: (more.as ?? editor).cookie, ...more.headers };
  return fetch(http.url + path, { method, headers, body: more.body });
}

function putDigest({ uploadUrl }: Sent, body: string, more: { as?: TestActor; headers?: object } = {}) {
  const headers = { "content-type": "application/json", ...more.headers };
  return send(`${uploadUrl}/digest`, "PUT", { ...more, headers, body });
}

const reportDigest = async (sent: Sent, sha256: unknown, as = editor) =>
  (await putDigest(sent, JSON.stringify({ sha256 }), { as })).status;

const row = ({ videoId }: Sent) => server.run(null, (ctx) => findVideo(ctx.tx, videoId));
const notifications = () =>
  server.realtimeMessages.filter(({ people }) => people.includes(editor.id)).map(({ name }) => name);

describe("the digest of an uploaded file", () => {
  it.each(["before", "after"])(
    "changes nothing if it matches, sent %s the stored one is known",
    async (when) => {
      const sent = await arriveReady();
      if (when === "after") await hash(sent);
      expect(await reportDigest(sent, right)).toBe(204);
      if (when === "before") await hash(sent);
      expect(await row(sent)).toMatchObject({ state: "ready", sha256: right, sentSha256: right });
      expect(events).toEqual([]);
    },
  );

  it.each(["before", "after"])(
    "refuses another file in preparation, said %s the stored one",
    async (when) => {
      const sent = await arrive();
      if (when === "after") await hash(sent);
      expect(await reportDigest(sent, wrong)).toBe(204);
      if (when === "before") await hash(sent);
      expect(await row(sent)).toMatchObject({ state: "refused", failure });
      expect(events).toEqual([`refused ${sent.videoId}: ${reason}`]);
      expect(notifications()).toContain("video_changed");
    },
  );

  it.each(["before", "after"])(
    "loses another file that can be watched, said %s the stored one",
    async (when) => {
      const sent = await arriveReady();
      if (when === "after") await hash(sent);
      server.realtimeMessages.length = 0;
      expect(await reportDigest(sent, wrong)).toBe(204);
      if (when === "before") await hash(sent);
      expect(events).toEqual([`lost ${sent.videoId}: ${reason}`]);
      expect(notifications()).toEqual(["video_changed"]);
    },
  );

  it("is only stored while bytes still arrive", async () => {
    const sent = await open();
    expect(await reportDigest(sent, wrong)).toBe(204);
    expect(await row(sent)).toMatchObject({ state: "receiving", sentSha256: wrong });
    await arrive(sent);
    expect(events).toEqual([]);
    await hash(sent);
    expect(await row(sent)).toMatchObject({ state: "refused", failure });
  });

  it("may be sent again, but not changed", async () => {
    const sent = await arriveReady();
    expect([await reportDigest(sent, right), await reportDigest(sent, right)]).toEqual([204, 204]);
    const other = await putDigest(sent, JSON.stringify({ sha256: wrong }));
    expect([other.status, await other.json()]).toEqual([
      409,
      { code: "digest_other", message: expect.stringMatching(/^A different SHA-256 .*\.$/) },
    ]);
    await hash(sent);
    expect(await reportDigest(sent, right)).toBe(204);
    expect(await row(sent)).toMatchObject({ state: "ready", sentSha256: right });
    expect(events).toEqual([]);
  });

  it("reports a loss once, however often it is sent", async () => {
    const sent = await arriveReady();
    await hash(sent);
    expect([await reportDigest(sent, wrong), await reportDigest(sent, wrong)]).toEqual([204, 204]);
    await hash(sent);
    expect(events).toHaveLength(1);
  });

  it("changes nothing for an upload that was refused meanwhile", async () => {
    const sent = await arrive();
    await server.run(null, (ctx) => refuseVideo(ctx, sent.videoId, { code: "no_picture" }));
    events.length = 0;
    expect(await reportDigest(sent, right)).toBe(204);
    expect(await row(sent)).toMatchObject({ state: "refused", sentSha256: null });
    expect(events).toEqual([]);
  });

  it("is rejected when an hour has passed since the last byte", async () => {
    const sent = await arriveReady();
    await hash(sent);
    server.setNow(new Date(Date.now() + 61 * 60_000));
    expect(await reportDigest(sent, wrong)).toBe(410);
    server.setNow(null);
    expect(await row(sent)).toMatchObject({ state: "ready", sentSha256: null });
    expect(events).toEqual([]);
  });

  it("is what the delivery to a platform compares with", async () => {
    const sent = await arriveReady();
    await hash(sent);
    await reportDigest(sent, wrong);
    const original = await server.run(editor, (ctx) => videoOriginal(ctx, sent.videoId));
    expect(original.sha256).toBe(wrong);
  });

  it("is accepted from the uploader only, and not for an upload that has ended", async () => {
    const sent = await arriveReady();
    expect(await reportDigest(sent, wrong, stranger)).toBe(404);
    expect((await putDigest(sent, "{}", { headers: { cookie: "" } })).status).toBe(401);
    expect(await reportDigest({ ...sent, uploadUrl: `${sent.uploadUrl.slice(0, -1)}x` }, right)).toBe(404);
    expect(await row(sent)).toMatchObject({ sentSha256: null });
    await server.run(null, (ctx) => deleteVideo(ctx, sent.videoId));
    expect(await reportDigest(sent, right)).toBe(410);
  });

  it.each([null, 1, "", right.toUpperCase(), right.slice(1), `${right}0`, [right]])(
    "is refused with a sentence in another shape: %j",
    async (sha256) => {
      const sent = await arrive();
      const refused = await putDigest(sent, JSON.stringify({ sha256 }));
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: "digest_shape" }]);
      expect(await row(sent)).toMatchObject({ sentSha256: null });
    },
  );

  it.each(["", "null", '"text"', "[", '{"sha256":'])("is rejected when it is invalid: %s", async (body) => {
    const sent = await arrive();
    expect((await putDigest(sent, body)).status).toBe(400);
    expect((await putDigest(sent, body, { headers: { "content-type": "text/plain" } })).status).toBeLessThan(
      500,
    );
  });
});
