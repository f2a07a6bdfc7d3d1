import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Email } from "#adapters/mail/mail.ts";
import { notificationsPath } from "#core/paths.ts";
import { hour, minute, second } from "#core/time.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { frameStills } from "#modules/feedback/server/tables.ts";
import { storedFiles, videos } from "#modules/media/server/tables.ts";
import { fileKey, posterKey } from "#modules/media/server/videos/object-keys.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { versionReady } from "#modules/review/contract/versions.ts";
import { versions } from "#modules/review/server/tables.ts";
import { addTaskInReview, sampleFacts } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { notifications } from "../tables.ts";
import { createDigests, emailJobs, sendDigest, sendNotificationEmail } from "./jobs.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;
let videoId: string;
let sent: Email[] = [];
const now = new Date("2026-11-20T10:00:00Z");
const poster = Buffer.from("the poster");

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
  await app.confirmEmail(creator);
  await app.confirmEmail(editor);
  await creator.call(peopleEndpoints.setTimeZone, { body: { timeZone: "Asia/Kolkata" } });
});
afterAll(async () => app?.stop());
beforeEach(async () => {
  await app.db.delete(notifications);
  app.setNow(now);
  app.queue.length = 0;
  sent = [];
  taskId = await addTaskInReview(app.db, { creator, editor }, { createdAt: now });
  const [version] = await app.db.select().from(versions).where(eq(versions.taskId, taskId));
  videoId = version?.videoId ?? "";
  await app.db.update(videos).set({ posterDone: now }).where(eq(videos.id, videoId));
  await app.storage.put(posterKey(videoId), poster);
  await app.db.delete(notifications);
  app.queue.length = 0;
});

async function frequency(emailFrequency: "hourly" | "immediately") {
  const body = { push: true, pushOff: [], email: true, emailFrequency, emailOff: [] };
  for (const person of [creator, editor])
    await person.call(notificationSettingsEndpoints.saveSettings, { body });
}

/** Runs the queued jobs that send emails, as a worker does. */
async function sendEmails() {
  const send = async (email: Email) => void sent.push(email);
  const workers = emailJobs({ ...app.dependencies, mail: { send } });
  const work = async (job: string, data: unknown) =>
    workers.find(({ definition }) => definition.job === job)?.work(data, new AbortController().signal);
  await work(createDigests.job, null);
  for (const { job, data } of app.queue.splice(0)) {
    if (job === sendNotificationEmail.job || job === sendDigest.job) await work(job, data);
  }
}

const ready = () => {
  const reviewEndsAt = new Date(now.getTime() + 10 * hour);
  return app.run(null, (ctx) => ctx.emit(versionReady, { taskId, version: 1, reviewEndsAt }));
};

describe("an email about a version", () => {
  beforeEach(() => frequency("immediately"));

  it("has its poster, its author, the moment of expiry, its duration, the brief and links of the recipient's role", async () => {
    await ready();
    await sendEmails();
    expect(sent).toMatchObject([{ to: "meera@example.com", pictures: [{ content: poster }] }]);
    const [{ html = "", text = "", pictures = [] } = {}] = sent;
    expect(html).toContain(`src="cid:${pictures[0]?.cid}"`);
    for (const part of [html, text]) {
      expect(part).toContain("anika");
      expect(part).toContain("It expires in 10 hours, on Nov 21, 2026, 1:30 AM.");
      expect(part).toContain("Duration: 0:04");
      expect(part).toContain("Brief: Cut.");
      expect(part).toContain(notificationsPath("YOUTUBER"));
    }
  });

  it("states hours of a long version", async () => {
    const facts = { ...sampleFacts, video: { ...sampleFacts.video, frames: 25 * 3725 } };
    await app.db.update(videos).set({ facts }).where(eq(videos.id, videoId));
    await ready();
    await sendEmails();
    expect(sent[0]?.text).toContain("Duration: 1:02:05");
  });

  it("waits for its poster, at most two minutes", async () => {
    await app.db.update(videos).set({ posterDone: null }).where(eq(videos.id, videoId));
    await ready();
    await sendEmails();
    expect(sent).toEqual([]);
    const again = { job: sendNotificationEmail.job, when: new Date(now.getTime() + 10 * second) };
    expect(app.queue).toMatchObject([again]);
    await app.db.update(videos).set({ posterDone: now }).where(eq(videos.id, videoId));
    await sendEmails();
    expect(sent).toMatchObject([{ pictures: [{ content: poster }] }]);
  });

  it("is sent without a poster that is not made in time", async () => {
    await app.db.update(videos).set({ posterDone: null }).where(eq(videos.id, videoId));
    await ready();
    app.setNow(new Date(now.getTime() + 2 * minute));
    await sendEmails();
    expect(sent).toMatchObject([{ pictures: [] }]);
  });

  it.each([
    ["is not stored any more", () => app.storage.remove(posterKey(videoId))],
    ["is too large", () => app.storage.put(posterKey(videoId), Buffer.alloc(250_001))],
  ])("is sent without a poster that %s", async (_name, change) => {
    await change();
    await ready();
    await sendEmails();
    expect(sent).toMatchObject([{ to: "meera@example.com", pictures: [] }]);
    expect(sent[0]?.html).not.toContain("cid:");
  });
});

it("an email about a comment has the still of its frame and its timecode", async () => {
  await frequency("immediately");
  const id = randomUUID();
  const body = {
    id,
    version: 1,
    inFrame: 62,
    outFrame: 62,
    text: "Lower the music.",
    mentions: [editor.user.id],
  };
  await creator.call(feedbackEndpoints.addComment, { params: { id: taskId }, body });
  const stillId = randomUUID();
  await app.db
    .insert(storedFiles)
    .values({ id: stillId, name: "still.jpg", type: "image/jpeg", bytes: 9, state: "kept", createdAt: now });
  await app.db.update(frameStills).set({ fileId: stillId }).where(eq(frameStills.taskId, taskId));
  await app.storage.put(fileKey(stillId), Buffer.from("the still"));
  await sendEmails();
  expect(sent).toMatchObject([
    { to: "anika@example.com", pictures: [{ content: Buffer.from("the still") }] },
  ]);
  expect(sent[0]?.text).toContain("00:00:02:12: Lower the music.");
  expect(sent[0]?.text).toContain(notificationsPath("EDITOR"));
});

it("a digest has the picture of each notification, and each picture once", async () => {
  await frequency("hourly");
  await ready();
  const params = { id: taskId };
  await editor.call(feedbackEndpoints.addComment, {
    params,
    body: {
      id: randomUUID(),
      version: 1,
      inFrame: 0,
      outFrame: 0,
      text: "Is this fine?",
      mentions: [creator.user.id],
    },
  });
  app.setNow(new Date(now.getTime() + hour));
  await sendEmails();
  expect(sent).toMatchObject([{ to: "meera@example.com", pictures: [{ content: poster }] }]);
  const { html = "", pictures = [] } = sent[0] ?? {};
  expect(html.split(`cid:${pictures[0]?.cid}`)).toHaveLength(3);
  expect(html).toContain("anika · Nov 20, 2026, 3:30 PM");
  expect(html).toContain(notificationsPath("YOUTUBER"));
});
