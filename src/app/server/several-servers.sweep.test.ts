import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { createClient, overHttp } from "#testing/client.ts";
import { clip, padded } from "#testing/clips.ts";
import { testsHaveObjectStore } from "#testing/object-store.ts";
import { authorizeInSandbox } from "#testing/sandbox.ts";
import { type ServerProcess, type ServerCluster, startServerCluster } from "#testing/server-processes.ts";

const swift = testsHaveObjectStore();

const mebibyte = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Servers that share only the database, the object store and the network. */
describe.runIf(swift)("several servers with an object store", () => {
  let machines: ServerCluster;
  let first: ServerProcess;
  let second: ServerProcess;
  let creator: string;
  let editor: string;
  beforeAll(async () => {
    machines = await startServerCluster();
    [first, second] = await Promise.all([machines.start("web"), machines.start("web")]);
    await machines.start("worker");
    creator = await signUp("konkan", "YOUTUBER");
    editor = await signUp("anika", "EDITOR");
  });
  afterAll(() => machines.stop());

  const as = (cookie: string, server = second) => createClient(overHttp(server.url), cookie);

  async function signUp(name: string, role: "YOUTUBER" | "EDITOR"): Promise<string> {
    const body = { email: `${name}@example.com`, password: `${name} likes long reels`, role };
    const { cookie } = await createClient(overHttp(first.url)).call(passwordEndpoints.signup, { body });
    return cookie ?? "";
  }

  async function newTask(): Promise<number> {
    const fields = {
      taskTitle: "Tides",
      workDescription: "Cut.",
      deadline: "2031-11-24",
      assignedTo: "anika",
    };
    const created = await as(creator).call(tasksEndpoints.createTask, { form: { fields, files: {} } });
    return created.data.id;
  }

  async function beginUpload(taskId: number, bytes: number): Promise<string> {
    const body = { taskId, fileName: "cut.mp4", bytes, type: "video/mp4", fingerprint: `of task ${taskId}` };
    const opened = await as(editor).call(reviewEndpoints.beginVersion, { body });
    return opened.data.uploadUrl;
  }

  const tus = (address: string, method: string, headers: object = {}, body?: Buffer) =>
    fetch(second.url + address, {
      method,
      headers: { "tus-resumable": "1.0.0", cookie: editor, ...headers },
      ...(body && { body: new Blob([new Uint8Array(body)]) }),
    });

  const offsetOf = async (address: string) =>
    Number((await tus(address, "HEAD")).headers.get("upload-offset"));

  /** Uploads from `offset` through the second server as soon as it accepts. */
  async function sendRest(address: string, content: Buffer, offset: number): Promise<void> {
    const headers = { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) };
    const answer = await until(
      () => tus(address, "PATCH", headers, content.subarray(offset)),
      ({ status }) => status !== 423,
    );
    expect(answer.headers.get("upload-offset")).toBe(String(content.length));
  }

  const preview = async (taskId: number, cookie = creator) =>
    (await as(cookie).call(reviewEndpoints.preview, { params: { id: taskId }, query: {} })).data;

  const get = (address: string | null, headers: Record<string, string> = {}) =>
    fetch(second.url + String(address), { headers: { cookie: creator, ...headers } });

  it("publish an upload byte for byte although a server is killed", async () => {
    const content = await readFile(await padded(20 * mebibyte));
    const taskId = await newTask();
    const address = await beginUpload(taskId, content.length);

    const sending = request(first.url + address, {
      method: "PATCH",
      headers: {
        "tus-resumable": "1.0.0",
        "content-type": "application/offset+octet-stream",
        "content-length": content.length,
        "upload-offset": "0",
        cookie: editor,
      },
    });
    sending.on("error", () => undefined);
    sending.write(content.subarray(0, 14 * mebibyte));
    await until(
      () => offsetOf(address),
      (received) => received >= 8 * mebibyte,
    );
    await first.kill();
    const received = await offsetOf(address);
    expect(received).toBeLessThan(content.length);
    await sendRest(address, content, received);

    const { playback } = await until(
      () => preview(taskId),
      (seen) => Boolean(seen.playback?.fileUrl),
    );
    const whole = await get(playback?.fileUrl ?? "");
    expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(content));
    const part = await get(playback?.fileUrl ?? "", { range: "bytes=8388600-8388700" });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 8388600-8388700/${content.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(8388600, 8388701))).toBe(true);
    const etag = whole.headers.get("etag") ?? "";
    expect((await get(playback?.fileUrl ?? "", { "if-none-match": etag })).status).toBe(304);

    await publish(taskId);
    const video = await until(
      async () => (await machines.sandbox.state()).videos[0],
      (found) => Boolean(found?.sha256),
    );
    expect(video).toMatchObject({ sha256: sha256(content), hasThumbnail: true });
  });

  async function publish(taskId: number): Promise<void> {
    const person = as(creator);
    const details = { title: "Tides", description: "Slowly.", madeForKids: "false", tags: "[]" } as const;
    const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: "teal" } })
      .png()
      .toBuffer();
    const thumbnail = new File([new Uint8Array(picture)], "teal.png", { type: "image/png" });
    await person.call(detailsEndpoints.updateMetaData, {
      form: { fields: { taskId, ...details }, files: { thumbnail: [thumbnail] } },
    });
    await person.call(reviewEndpoints.approve, { params: { id: taskId }, body: { version: 1 } });
    const consent = await person.call(destinationsEndpoints.authorize, { query: {} });
    const { code, state } = await authorizeInSandbox(consent.data);
    await person.call(destinationsEndpoints.getAccessToken, {
      body: { code: code ?? "", taskId, ...(state && { state }) },
    });
    const started = await person.call(startEndpoints.startDelivery, { body: { taskId } });
    expect(started.status).toBe(200);
    await until(
      () => person.call(deliveriesEndpoints.progress, { params: { taskId } }),
      ({ data }) => data.deliveries.every(({ stage }) => stage === "SUCCESSFULL"),
    );
  }

  it("play a rendition from its first segment while another server creates it", async () => {
    const content = await readFile(await clip("h264-60s-in-matroska"));
    const taskId = await newTask();
    await sendRest(await beginUpload(taskId, content.length), content, 0);
    const early = await until(
      () => preview(taskId),
      (seen) => Boolean(seen.playback?.playlistUrl ?? seen.playback?.fileUrl),
    );
    const playlistUrl = String(early.playback?.playlistUrl);
    expect(playlistUrl).toMatch(/index\.m3u8$/);
    const names = (await (await get(playlistUrl)).text()).match(/init\.mp4|segment\d+\.m4s/g) ?? [];
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      const piece = await get(playlistUrl.replace("index.m3u8", name));
      expect([piece.status, (await piece.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    }

    const { playback } = await until(
      () => preview(taskId),
      (seen) => Boolean(seen.playback?.fileUrl && seen.playback.storyboardUrl),
    );
    const part = await get(playback?.fileUrl ?? null, { range: "bytes=0-99" });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
    expect((await get(playback?.posterUrl ?? null)).status).toBe(200);
    expect((await get(playback?.storyboardUrl ?? null)).status).toBe(200);
  });
});

/** Repeats until the response is as expected. The test's time limit ends it. */
async function until<T>(ask: () => Promise<T>, right: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (right(answer)) return answer;
    await wait(100);
  }
}
