import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";

import { footageEndpoints as files } from "#modules/footage/contract/files.ts";
import { verifyFilesWorker } from "#modules/media/server/uploads/verify-files.ts";
import { administerPerson } from "#modules/people/server/public/administration.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { sendFootage, type TestFile } from "#testing/footage-sender.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Listening, type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let http: Listening;
let creator: Person;
let editor: Person;
let taskId: number;
/** Free bytes of the disk; null for the real ones. */
let free: number | null = null;

beforeAll(async () => {
  app = await startApp();
  const freeBytes = async () => free ?? app.storage.freeBytes();
  http = await app.listen({ storage: { ...app.storage, freeBytes } });
});
afterAll(async () => {
  await http?.close();
  await app?.stop();
});
beforeEach(async () => {
  free = null;
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor });
  app.queue.length = 0;
});

const params = () => ({ id: String(taskId) });

const send = async (list: readonly TestFile[], person = creator) => {
  const sender = { client: clientOverHttp(person), cookie: person.cookie, serverUrl: () => http.url };
  const sent = await sendFootage(sender, taskId, list);
  await app.work([verifyFilesWorker(app.dependencies)]);
  return sent;
};
