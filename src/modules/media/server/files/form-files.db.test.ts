import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";

import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { endpoint } from "#core/endpoint.ts";
import { signedIn } from "#core/permission.ts";
import { bindEndpoints } from "#core/server/bind-endpoints.ts";
import { after, day, hour } from "#core/time.ts";
import { type Listening, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { sweepWorker } from "../cleanup/sweep.ts";
import { deletionJobs } from "../deletion/jobs.ts";
import { storedFiles, videos } from "../tables.ts";
import { fileKey } from "../videos/object-keys.ts";

const mebibyte = 1024 * 1024;
const ids = z.array(z.string());
const endpoints = {
  send: endpoint({
    method: "POST",
    path: "/try/send",
    permission: signedIn,
    summary: "Takes some files",
    form: {
      fields: z.object({}),
      files: {
        files: { kind: "image-or-video", maxBytes: 3 * mebibyte, maxFiles: 3 },
        video: { kind: "video", maxBytes: "upload-limit", maxFiles: 1 },
      },
    },
    response: ids,
    message: "Form received.",
  }),
};

let server: TestApp;
let http: Listening;
let owner: TestActor;

beforeAll(async () => {
  server = await startApp();
  owner = await server.person("mira", "EDITOR");
  http = await listen(server.storage);
});

afterAll(async () => {
  await http.close();
  await server.stop();
});

function listen(storage: ObjectStorage): Promise<Listening> {
  return server.listen({
    storage,
    register: (app, binding) => {
      const send = async ({ files }: { files: Record<string, { id: string }[]> }) =>
        Object.values(files)
          .flat()
          .map(({ id }) => id);
      bindEndpoints(app, "try", endpoints, { send }, binding);
    },
  });
}

/** Sends a whole form; its status, and the ids of the received files. */
async function send(
  files: [field: string, bytes: Buffer][],
  url = http.url,
): Promise<{ status: number; ids: string[] }> {
  const form = new FormData();
  for (const [field, bytes] of files) {
    form.append(field, new File([new Uint8Array(bytes)], "a.mp4", { type: "video/mp4" }));
  }
  const headers = { cookie: owner.cookie };
  const answer = await fetch(`${url}/api/v1/try/send`, { method: "POST", headers, body: form });
  const { data } = z.object({ data: ids.default([]) }).parse(await answer.json());
  return { status: answer.status, ids: data };
}

/** The first bytes of an MP4 file, then noise. */
const mp4 = (bytes: number) =>
  Buffer.concat([Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2"), randomBytes(bytes)]);

it("refuses a form before its body when it does not fit on the disk", async () => {
  const full = await listen({ ...server.storage, freeBytes: async () => 1024 * mebibyte });
  const form = openForm(full.url, 1024 * mebibyte);
  form.write(Buffer.concat([partHead("files", "video/mp4"), mp4(5000)]));
  const answer = await new Promise<IncomingMessage>((resolve) => form.once("response", resolve));
  expect([answer.statusCode, await json(answer)]).toMatchObject([507, { code: "no_space" }]);
  form.destroy();
  await full.close();
});

it("counts the received bytes of a form as used disk space", async () => {
  const size = 2 * mebibyte;
  let free = 256 * mebibyte + 2.5 * size;
  const tight = await listen({
    ...server.storage,
    freeBytes: async () => free,
    put: async (...given) => {
      const stored = await server.storage.put(...given);
      free -= stored.bytes;
      return stored;
    },
  });
  const whole: [string, Buffer][] = [
    ["files", mp4(size)],
    ["files", mp4(size)],
  ];
  expect((await send(whole, tight.url)).status).toBe(200);
  await tight.close();
});

it("reserves space ahead of a form of unknown size, and refuses the rest when there is none", async () => {
  let free = (256 + 40) * mebibyte;
  const tight = await listen({ ...server.storage, freeBytes: async () => free });
  const form = openForm(tight.url, null);
  const answered = new Promise<IncomingMessage>((resolve) => form.once("response", resolve));
  form.on("error", () => undefined);
  form.write(Buffer.concat([partHead("video", "video/mp4"), mp4(5000)]));
  await expect.poll(incompleteRows).toBe(1);
  free = (256 + 24) * mebibyte;
  form.write(mp4(17 * mebibyte));
  const answer = await answered;
  expect([answer.statusCode, await json(answer)]).toMatchObject([507, { code: "no_space" }]);
  expect(await incompleteRows()).toBe(0);
  form.destroy();
  free = (256 + 30) * mebibyte;
  const refused = openForm(tight.url, null);
  const first = new Promise<IncomingMessage>((resolve) => refused.once("response", resolve));
  refused.write(Buffer.concat([partHead("video", "video/mp4"), mp4(5000)]));
  expect((await first).statusCode).toBe(507);
  refused.destroy();
  await tight.close();
});

it.each(["files", "video"])(
  "closes the connection of a silent client, and deletes its incomplete file: %s",
  async (field) => {
    const [first = ""] = (await send([["files", mp4(50)]])).ids;
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    const form = openForm(http.url, mebibyte);
    const cut = new Promise((resolve) => form.once("error", resolve));
    form.write(Buffer.concat([partHead(field, "video/mp4"), mp4(5000)]));
    await expect.poll(incompleteRows).toBe(1);
    vi.advanceTimersByTime(40_000);
    vi.useRealTimers();
    expect(await cut).toMatchObject({ code: "ECONNRESET" });
    await expect.poll(incompleteRows).toBe(0);
    await sweepAt(after(new Date(), 2 * hour));
    expect(await server.storage.stat(fileKey(first))).toBeNull();
  },
);

it.each([
  ["files", mp4(3 * mebibyte), 413],
  ["video", Buffer.alloc(0), 422],
])("deletes a refused file at once: %s", async (field, bytes, status) => {
  expect((await send([[field, bytes]])).status).toBe(status);
  expect(await incompleteRows()).toBe(0);
});

it.each([
  { field: "files", firstWaits: true },
  { field: "video", firstWaits: false },
])("abandons an incomplete form after three days: $field", async ({ field, firstWaits }) => {
  const [first = ""] = (await send([["files", mp4(50)]])).ids;
  const form = openForm(http.url, mebibyte);
  form.on("error", () => undefined);
  form.write(Buffer.concat([partHead(field, "video/mp4"), mp4(5000)]));
  await expect.poll(incompleteRows).toBe(1);
  await sweepAt(after(new Date(), 3 * day - hour));
  expect(await incompleteRows()).toBe(1);
  expect((await server.storage.stat(fileKey(first))) !== null).toBe(firstWaits);
  await sweepAt(after(new Date(), 3 * day + hour));
  expect(await incompleteRows()).toBe(0);
  expect(await server.storage.stat(fileKey(first))).toBeNull();
  form.destroy();
});

it("deletes the incomplete file of a killed server after a day", async () => {
  const incoming = join(server.filesFolder, "incoming");
  await mkdir(incoming, { recursive: true });
  const crashed = join(incoming, "crashed");
  await writeFile(crashed, "x");
  await sweepAt(after(new Date(), 23 * hour));
  expect(await readFile(crashed, "utf8")).toBe("x");
  await sweepAt(after(new Date(), 25 * hour));
  await expect(readFile(crashed)).rejects.toMatchObject({ code: "ENOENT" });
});

/** A form request with a declared length, or in chunks, whose body the test writes. */
function openForm(url: string, bytes: number | null) {
  return request(`${url}/api/v1/try/send`, {
    method: "POST",
    headers: {
      cookie: owner.cookie,
      "content-type": "multipart/form-data; boundary=edge",
      ...(bytes !== null && { "content-length": String(bytes) }),
    },
  });
}

function partHead(field: string, type: string): Buffer {
  return Buffer.from(
    `--edge\r\ncontent-disposition: form-data; name="${field}"; filename="a.mp4"\r\ncontent-type: ${type}\r\n\r\n`,
  );
}

/** Number of incomplete files and videos of forms. */
function incompleteRows(): Promise<number> {
  return server.run(null, async ({ tx }) => {
    const files = await tx.$count(
      storedFiles,
      and(eq(storedFiles.state, "staged"), eq(storedFiles.bytes, 0)),
    );
    return files + (await tx.$count(videos, and(eq(videos.state, "receiving"), isNull(videos.receivedAt))));
  });
}

async function sweepAt(moment: Date): Promise<void> {
  server.setNow(moment);
  server.queue.push({ job: "media.sweep", data: {}, when: undefined });
  await server.work([sweepWorker(server.dependencies), ...deletionJobs(server.dependencies)]);
  server.setNow(null);
}
