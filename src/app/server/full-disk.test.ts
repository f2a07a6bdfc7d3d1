import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

const megabyte = 1024 * 1024;

let app: TestApp;
let people: Record<"meera" | "anika" | "ines" | "mira", Person>;
let free = 1024 * megabyte;

beforeAll(async () => {
  app = await startApp();
  Object.assign(app.storage, { freeBytes: async () => free });
  people = {
    meera: await app.join("meera", "YOUTUBER"),
    anika: await app.join("anika", "EDITOR"),
    ines: await app.join("ines", "YOUTUBER"),
    mira: await app.join("mira", "EDITOR"),
  };
});
afterAll(async () => app?.stop());

async function newTask(creator: Person, editor: Person): Promise<number> {
  const brief = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31" };
  const fields = { ...brief, assignedTo: editor.user.name };
  return (await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } })).data.id;
}

function beginUpload(editor: Person, taskId: number, bytes: number) {
  const file = { fileName: "cut.mp4", type: "video/mp4", fingerprint: randomUUID() };
  return editor.call(reviewEndpoints.beginVersion, { body: { taskId, bytes, ...file } });
}

const commentOn = (person: Person, taskId: number) =>
  person.call(feedbackEndpoints.addComment, {
    params: { id: taskId },
    body: { id: randomUUID(), text: "Slower.", mentions: [], version: 1, inFrame: 0, outFrame: 0 },
  });
const messageTo = (sender: Person, other: Person) =>
  sender.call(messagesEndpoints.send, {
    params: { id: other.user.id },
    body: { id: randomUUID(), text: "Hello" },
  });

describe("when one user begins more large uploads than the disk can take", () => {
  it("those that fit are admitted, and another user's small upload and texts still work", async () => {
    const { meera, anika, ines, mira } = people;
    const taskIds = [];
    for (let at = 0; at < 6; at += 1) taskIds.push(await newTask(meera, anika));
    const begun = await Promise.all(taskIds.map((id) => beginUpload(anika, id, 200 * megabyte)));
    expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 507, 507, 507]);

    let admitted = 0;
    for (let size = 128; size >= 1; size /= 2) {
      const { status } = await beginUpload(anika, await newTask(meera, anika), size * megabyte);
      if (status === 200) admitted += 1;
    }
    expect(admitted).toBeGreaterThan(0);
    expect((await beginUpload(anika, await newTask(meera, anika), megabyte)).status).toBe(507);

    const content = Buffer.alloc(5 * megabyte, 1);
    const upload = await beginUpload(mira, await newTask(ines, mira), content.length);
    expect(upload.status).toBe(200);
    const sent = await app.app.inject({
      method: "PATCH",
      url: upload.data.uploadUrl,
      headers: {
        cookie: mira.cookie,
        "tus-resumable": "1.0.0",
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
      },
      payload: content,
    });
    expect([sent.statusCode, sent.headers["upload-offset"]]).toEqual([204, String(content.length)]);

    free = 0;
    const reviewed = await addTaskInReview(app.db, { creator: ines, editor: mira });
    expect((await commentOn(mira, reviewed)).status).toBe(200);
    expect((await messageTo(ines, mira)).status).toBe(200);
  });
});

it("a statement that finds the database's disk full is answered with 507 and the next step", async () => {
  const { ines, mira } = people;
  const reviewed = await addTaskInReview(app.db, { creator: ines, editor: mira });
  await app.db.execute(
    sql.raw(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on comments for each row execute function full_disk()`),
  );
  const answer = await commentOn(mira, reviewed);
  expect([answer.status, answer.code]).toEqual([507, "disk_full"]);
  expect(answer.message).toContain("Try again in a few minutes.");
  expect(answer.headers.get("retry-after")).toBe("60");
});
