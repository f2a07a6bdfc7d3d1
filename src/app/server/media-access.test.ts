import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";

import { channelEndpoints } from "#modules/analytics/contract/channel.ts";
import { keptPictures } from "#modules/analytics/server/tables.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { comments } from "#modules/feedback/server/tables.ts";
import type { FileOwner } from "#modules/media/rules/file-owner.ts";
import { people } from "#modules/people/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { taskContributors, tasks } from "#modules/tasks/server/tables.ts";
import { addMember, removeMember } from "#modules/team/server/public/team.ts";
import { addVersionInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

import { readAccess } from "./modules.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;
/** An object of each kind with the owner in its URL. */
let objects: Record<"attachment" | "image" | "results", { id: string; owner: FileOwner }>;
let videoId: string;
let names = 0;

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
  const brief = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31" };
  const form = { fields: { ...brief, assignedTo: "anika" }, files: { files: [await picture()] } };
  taskId = (await creator.call(tasksEndpoints.createTask, { form })).data.id;
  await addVersionInReview(app.db, { taskId, editorId: editor.user.id });
  const fields = { id: randomUUID(), version: "1", inFrame: "0", outFrame: "0" };
  await creator.call(feedbackEndpoints.addCommentWithImages, {
    params: { id: taskId },
    form: { fields, files: { images: [await picture()] } },
  });
  const [task] = await app.db.select().from(tasks);
  const [comment] = await app.db.select().from(comments);
  const [version] = await app.db.select().from(versions);
  videoId = version?.videoId ?? "";
  const attachment = task?.attachmentFileIds[0] ?? "";
  const image = comment?.imageFileIds[0] ?? "";
  const tile = { intervalSeconds: 1, tiles: 1, columns: 1, rows: 1, tileWidth: 64, tileHeight: 36 };
  await app.db.insert(keptPictures).values({ taskId, videoId, sheetFileId: attachment, ...tile });
  objects = {
    attachment: { id: attachment, owner: { kind: "task", id: taskId } },
    image: { id: image, owner: { kind: "comments", id: taskId } },
    results: { id: attachment, owner: { kind: "results", id: taskId } },
  };
});
afterAll(async () => app?.stop());

async function picture(): Promise<File> {
  const image = { width: 64, height: 36, channels: 3, background: "#a33" } as const;
  const png = await sharp({ create: image }).png().toBuffer();
  return new File([new Uint8Array(png)], "shot.png", { type: "image/png" });
}

const join = () => app.join(`person-${(names += 1)}`, "EDITOR");

/** The objects of the task that a user with their signed URLs receives. */
async function seenBy({ user }: Person): Promise<string[]> {
  const personId = user.id;
  return app.dependencies.read(null, async (ctx) => {
    const owner: FileOwner = { kind: "task", id: taskId };
    const seen = (await readAccess.video(ctx, { id: videoId, personId, owner })) ? ["video"] : [];
    for (const [name, object] of Object.entries(objects)) {
      if (await readAccess.file(ctx, { ...object, personId })) seen.push(name);
    }
    return seen;
  });
}

const everything = ["video", "attachment", "image", "results"];

it("the creator and the editor receive everything of a task, others nothing", async () => {
  expect(await seenBy(creator)).toEqual(everything);
  expect(await seenBy(editor)).toEqual(everything);
  expect(await seenBy(await join())).toEqual([]);
});

it("a file is received only as what it is, and of the task that has it", async () => {
  const personId = creator.user.id;
  const { image, attachment } = objects;
  await app.dependencies.read(null, async (ctx) => {
    const mayRead = (id: string, owner: FileOwner) => readAccess.file(ctx, { id, personId, owner });
    expect(await mayRead(image.id, attachment.owner)).toBe(false);
    expect(await mayRead(attachment.id, image.owner)).toBe(false);
    expect(await mayRead(attachment.id, { kind: "task", id: taskId + 1 })).toBe(false);
  });
});

it("managers receive it until they are removed, and not while the creator is suspended", async () => {
  const manager = await join();
  await addManager(app, { creator, manager });
  expect(await seenBy(manager)).toEqual(everything);
  const suspend = (suspendedAt: Date | null) =>
    app.db.update(people).set({ suspendedAt }).where(eq(people.id, creator.user.id));
  await suspend(new Date());
  expect(await seenBy(manager)).toEqual([]);
  await suspend(null);
  expect(await seenBy(manager)).toEqual(everything);
  const membership = { creatorId: creator.user.id, personId: manager.user.id };
  await app.run(null, (ctx) => removeMember(ctx, membership));
  expect(await seenBy(manager)).toEqual([]);
});

it("editors of the team and managers of other creators receive nothing", async () => {
  const [colleague, manager] = [await join(), await join()];
  const other = await app.join("jonas", "YOUTUBER");
  await addManager(app, { creator: other, manager });
  await app.run(null, (ctx) =>
    addMember(ctx, {
      creatorId: creator.user.id,
      personId: colleague.user.id,
      kind: "editor",
      rights: [],
      publishAgreement: null,
    }),
  );
  for (const person of [colleague, manager, other]) expect(await seenBy(person)).toEqual([]);
});

it("contributors receive it until they are removed, and those of other tasks don't", async () => {
  const [contributor, other] = [await join(), await join()];
  const brief = { taskTitle: "Foam", workDescription: "Cut.", deadline: "2031-01-31" };
  const form = { fields: { ...brief, assignedTo: "anika" }, files: {} };
  const { data } = await creator.call(tasksEndpoints.createTask, { form });
  await addContributor(app.db, { taskId, person: contributor });
  await addContributor(app.db, { taskId: data.id, person: other });
  expect([await seenBy(contributor), await seenBy(other)]).toEqual([everything, []]);
  await app.db.delete(taskContributors).where(eq(taskContributors.taskId, taskId));
  expect(await seenBy(contributor)).toEqual([]);
});

it("an editor receives no results that the creator doesn't share, and nothing after declining", async () => {
  const manager = await join();
  await addManager(app, { creator, manager });
  await creator.call(channelEndpoints.saveSettings, { body: { shareResults: false } });
  expect(await seenBy(editor)).toEqual(["video", "attachment", "image"]);
  expect(await seenBy(manager)).toEqual(everything);
  await editor.call(tasksEndpoints.declineTask, { params: { id: taskId }, body: { reason: "No time." } });
  expect(await seenBy(editor)).toEqual([]);
});
