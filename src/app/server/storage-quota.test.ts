import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";

import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { mediaEndpoints } from "#modules/media/contract/videos.ts";
import { deleteVideo, openVideoUpload, requireUploadSpace } from "#modules/media/server/public/media.ts";
import { storedFiles, uploads, videos } from "#modules/media/server/tables.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { administerPerson } from "#modules/people/server/public/administration.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { clip } from "#testing/clips.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { type Listening, type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addManager } from "#testing/team.ts";

const quota = 2_000_000_000;

let app: TestApp;
let http: Listening;
let meera: Person;
let anika: Person;
let image: File;

beforeAll(async () => {
  app = await startApp({ storageQuota: quota });
  http = await app.listen();
  meera = await app.join("meera", "YOUTUBER");
  anika = await app.join("anika", "EDITOR");
  const noise = { width: 200, height: 200, channels: 3, background: "#446688" } as const;
  const png = await sharp({ create: noise }).png().toBuffer();
  image = new File([new Uint8Array(png)], "frame.png", { type: "image/png" });
});
beforeEach(async () => {
  await app.db.update(videos).set({ state: "deleted", storedBytes: 0 });
  await app.db.delete(uploads);
});
afterAll(async () => {
  await http?.close();
  await app?.stop();
});

const brief = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31" };

function createTask(files: File[] = []) {
  const fields = { ...brief, assignedTo: anika.user.name };
  return meera.call(tasksEndpoints.createTask, { form: { fields, files: { files } } });
}

const begin = (taskId: number, bytes: number) =>
  anika.call(reviewEndpoints.beginVersion, {
    body: { taskId, bytes, fileName: "cut.mp4", type: "video/mp4", fingerprint: randomUUID() },
  });
const storageOf = async (person: Person) => (await person.call(mediaEndpoints.storage, {})).data;
const comment = (taskId: number) =>
  anika.call(feedbackEndpoints.addCommentWithImages, {
    params: { id: taskId },
    form: {
      fields: { id: randomUUID(), text: "Here", mentions: "[]", version: "1", inFrame: "0", outFrame: "0" },
      files: { images: [image] },
    },
  });
const message = (sender: Person, other: Person) =>
  sender.call(messagesEndpoints.sendImages, {
    params: { id: other.user.id },
    form: { fields: { id: randomUUID(), text: "Look" }, files: { images: [image] } },
  });
/** Fills the rest of a creator's storage. */
async function fill(): Promise<void> {
  const { usedBytes } = await storageOf(meera);
  await begin((await createTask()).data.id, quota - usedBytes);
  expect((await storageOf(meera)).usedBytes).toBe(quota);
}

describe("the storage of a creator", () => {
  it("counts announced videos, attachments and images by kind, also those of the editor", async () => {
    const task = await createTask([image]);
    expect(task.status).toBe(200);
    const reviewed = await addTaskInReview(app.db, { creator: meera, editor: anika });
    expect((await comment(reviewed)).status).toBe(200);
    expect((await message(meera, anika)).status).toBe(200);
    expect((await begin(task.data.id, 500_000)).status).toBe(200);
    const { usedBytes, quotaBytes, used } = await storageOf(meera);
    expect(quotaBytes).toBe(quota);
    expect(used.videos).toBe(500_000);
    for (const bytes of [used.attachments, used.commentImages, used.messageImages]) {
      expect(bytes).toBeGreaterThan(0);
    }
    const { videos: ofVideos, attachments, commentImages, messageImages } = used;
    expect(usedBytes).toBe(ofVideos + attachments + commentImages + messageImages);
    expect((await storageOf(anika)).usedBytes).toBe(0);
  });

  it("is free again when the files are deleted", async () => {
    const task = await createTask([image]);
    const before = await storageOf(meera);
    const id = task.data.id;
    await begin(id, 500_000);
    await meera.call(tasksEndpoints.cancelTask, { params: { id } });
    expect((await storageOf(meera)).used.videos).toBe(0);
    const other = await createTask([image]);
    const fields = { ...brief, assignedTo: anika.user.name, oldAttachments: "[]" };
    const params = { id: other.data.id };
    await meera.call(tasksEndpoints.updateTask, { params, form: { fields, files: {} } });
    expect((await storageOf(meera)).used.attachments).toBe(before.used.attachments);
  });

  it("refuses what doesn't fit, and says whose storage is full", async () => {
    const task = await createTask();
    const reviewed = await addTaskInReview(app.db, { creator: meera, editor: anika });
    await fill();
    const refused = await begin(task.data.id, 1);
    expect([refused.status, refused.code]).toEqual([507, "creator_over_quota"]);
    expect(refused.message).toContain("Ask them to delete files");
    expect(await comment(reviewed)).toMatchObject({ status: 507, code: "creator_over_quota" });
    expect(await createTask([image])).toMatchObject({ status: 507, code: "over_quota" });
    expect(await message(meera, anika)).toMatchObject({ status: 507, code: "over_quota" });
    expect((await message(anika, meera)).status).toBe(200);
    const profile = { fields: { name: "meera" }, files: { profileImg: [image] } };
    expect((await meera.call(profilesEndpoints.editProfile, { form: profile })).status).toBe(200);
    const counted = await app.db.select().from(storedFiles).where(eq(storedFiles.state, "staged"));
    expect(counted).toEqual([]);
  });

  it("is the limit of files that a manager sends for the creator", async () => {
    const ravi = await app.join("ravi", "EDITOR");
    await addManager(app, { creator: meera, manager: ravi }, ["create_tasks"]);
    const { data: task } = await createTask();
    await fill();
    const form = { fields: { ...brief, assignedTo: anika.user.name }, files: { files: [image] } };
    const channel = { ...form, fields: { ...form.fields, channel: meera.user.id } };
    const refused = { status: 507, code: "creator_over_quota" };
    expect(await ravi.call(tasksEndpoints.createTask, { form: channel })).toMatchObject(refused);
    expect(await ravi.call(tasksEndpoints.updateTask, { params: { id: task.id }, form })).toMatchObject(
      refused,
    );
  });

  it("applies the quota that operators have set for a user instead of the default", async () => {
    const setQuota = (storageQuota: number | null) =>
      app.run(null, (ctx) => administerPerson(ctx, meera.user.id, { storageQuota }));
    const [task, other] = [await createTask(), await createTask()];
    await fill();
    await setQuota(1_000_000_000_000);
    expect((await begin(task.data.id, 1000)).status).toBe(200);
    await setQuota(1);
    expect((await storageOf(meera)).quotaBytes).toBe(1);
    expect((await begin(other.data.id, 1000)).code).toBe("creator_over_quota");
    await setQuota(null);
  });

  it("refuses a version that is sent in a form", async () => {
    const { id } = (await createTask()).data;
    await fill();
    const form = new FormData();
    form.append("taskId", String(id));
    form.append(
      "video",
      new File([new Uint8Array(await readFile(await clip("h264")))], "cut.mp4", { type: "video/mp4" }),
    );
    const url = `${http.url}/api/v1/task/upload-video-to-server`;
    const answer = await fetch(url, { method: "POST", headers: { cookie: anika.cookie }, body: form });
    expect([answer.status, await answer.json()]).toMatchObject([507, { code: "creator_over_quota" }]);
  });

  it("admits uploads that begin at once only as far as they fit", async () => {
    const ids = [];
    for (let at = 0; at < 4; at += 1) ids.push((await createTask()).data.id);
    const { usedBytes } = await storageOf(meera);
    const bytes = Math.floor((quota - usedBytes) / 2);
    const statuses = (await Promise.all(ids.map((id) => begin(id, bytes)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 507, 507]);
  });
});

describe("a stored video", () => {
  it("counts with its renditions, and with what is kept after its deletion", async () => {
    const file = await readFile(await clip("prores"));
    const actor = { ...anika.user, sessionId: "" };
    const announced = { taskId: 1, accountId: meera.user.id, fileName: "cut.mov", type: "video/mp4" };
    const { videoId, uploadUrl } = await app.run(actor, async (ctx) => {
      const upload = { ...announced, bytes: file.length, fingerprint: randomUUID() };
      const opened = await openVideoUpload(ctx, upload);
      await requireUploadSpace(ctx, app.storage, opened);
      return opened;
    });
    const headers = {
      cookie: anika.cookie,
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    };
    const sent = await app.app.inject({ method: "PATCH", url: uploadUrl, headers, payload: file });
    expect(sent.statusCode).toBe(204);
    const sizes = async () => {
      let total = 0;
      for await (const { bytes } of app.storage.list(`videos/${videoId}`)) total += bytes;
      return total;
    };
    await app.work();
    expect(await sizes()).toBeGreaterThan(file.length);
    expect((await storageOf(meera)).used.videos).toBe(await sizes());
    await app.run(null, (ctx) => deleteVideo(ctx, videoId, { keep: "poster" }));
    expect((await storageOf(meera)).used.videos).toBe(0);
    await app.work();
    expect(await sizes()).toBeGreaterThan(0);
    expect((await storageOf(meera)).used.videos).toBe(await sizes());
    await app.run(null, (ctx) => deleteVideo(ctx, videoId));
    await app.work();
    expect((await storageOf(meera)).used.videos).toBe(0);
  });
});
