import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  authorizeAtVimeo,
  type ConsentChoice,
  startTestSandbox,
  type TestSandbox,
} from "#testing/sandbox.ts";

import type { PublishingPlatform } from "../publishing-platform.ts";
import { publishingScopes } from "./authorization.ts";
import { vimeoAddresses, vimeoSandbox } from "./client.ts";
import { createVimeo, type Vimeo } from "./vimeo.ts";

const log = { debug: () => undefined, warn: () => undefined };
const redirectUri = "http://localhost:3000/authorize-youtube-upload";
const bytes = 300_000;

let sandbox: TestSandbox;
let vimeo: Vimeo;
let platform: PublishingPlatform;
let access: string;

const connect = async (choice?: ConsentChoice) => {
  const url = vimeo.consent.authorizationUrl({ redirectUri, state: "s", codeChallenge: "" });
  const { code } = await authorizeAtVimeo(url, choice);
  return vimeo.consent.exchangeCode({ code: code ?? "", redirectUri, codeVerifier: "" });
};

beforeAll(async () => {
  sandbox = await startTestSandbox({ redirectUris: [redirectUri] });
  vimeo = createVimeo({ addresses: vimeoSandbox(sandbox.url), client: sandbox, log });
  platform = vimeo.connect();
  access = (await connect()).accessToken;
});
afterAll(async () => {
  await vimeo.close();
  await sandbox.stop();
});

const open = (reference: string = randomUUID(), title = `Monsoon ${randomUUID()}`) =>
  platform.openSession(access, {
    metadata: {
      title,
      description: "Rain on the line.",
      tags: [],
      categoryId: "19",
      privacy: "private",
      madeForKids: false,
      syntheticMedia: false,
      license: "youtube",
      paidPromotion: false,
      embeddable: true,
    },
    reference,
    notifySubscribers: false,
    bytes,
    type: "video/mp4",
  });

const send = (sessionUri: string) =>
  platform.sendChunk(access, {
    sessionUri,
    start: 0,
    end: bytes,
    bytes,
    type: "video/mp4",
    signal: new AbortController().signal,
    body: Readable.from([Buffer.alloc(bytes, 1)]),
  });

async function uploaded(): Promise<string> {
  const sent = await send((await open()).sessionUri);
  if (!("video" in sent)) throw new Error("The upload is not complete.");
  return sent.video.id;
}

async function videos() {
  const state = await (await fetch(`${sandbox.url}/control/vimeo`)).json();
  return (state as { videos: { id: string; name: string; description: string; tags: unknown[] }[] }).videos;
}

describe("a connection", () => {
  it("is not offered without the operator's client", async () => {
    const without = createVimeo({ addresses: vimeoAddresses, client: null, log });
    expect([without.offered, vimeo.offered]).toEqual([false, true]);
    await without.close();
  });

  it("lacks a permission that the user has denied", async () => {
    const checkedScopes = publishingScopes.filter((scope) => scope !== "upload");
    await expect(connect({ checkedScopes })).rejects.toMatchObject({
      code: "scope_missing",
      message: expect.stringContaining("upload"),
    });
  });

  it("is checked with one request", async () => {
    await sandbox.fail({ kind: "vimeo", problem: "unavailable", after: 1 });
    expect((await platform.refresh(access)).scopes).toEqual(publishingScopes);
    await expect(platform.channel(access)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("refuses a code twice, and the code of another client", async () => {
    const url = vimeo.consent.authorizationUrl({ redirectUri, state: "s", codeChallenge: "" });
    const code = (await authorizeAtVimeo(url)).code ?? "";
    const exchange = { code, redirectUri, codeVerifier: "" };
    const client = { clientId: sandbox.clientId, clientSecret: "another" };
    const other = createVimeo({ addresses: vimeoSandbox(sandbox.url), client, log });
    await expect(other.consent.exchangeCode(exchange)).rejects.toMatchObject({ code: "client_settings" });
    await other.close();
    await vimeo.consent.exchangeCode(exchange);
    await expect(vimeo.consent.exchangeCode(exchange)).rejects.toMatchObject({
      code: "authorization_expired",
    });
  });
});

describe("an upload", () => {
  it("that was not stored is deleted by its reference, others stay", async () => {
    const [lost, other] = [randomUUID(), randomUUID()];
    await open(lost, "Unstored");
    await open(other, "Unstored");
    const finished = await uploaded();
    await platform.discardUnstored?.(access, { reference: lost, type: "video/mp4", title: "Unstored" });
    const unstored = (await videos()).filter(({ name }) => name === "Unstored");
    expect(unstored.map(({ description }) => description)).toEqual([expect.stringContaining(other)]);
    expect(await platform.video(access, finished)).not.toBeNull();
  });

  it("is not taken for a finished one with the same title", async () => {
    const title = `Monsoon ${randomUUID()}`;
    const startedAt = new Date();
    const { sessionUri } = await open(randomUUID(), title);
    const lost = { uploadsPlaylistId: null, title, bytes, startedAt };
    expect(await platform.findUpload(access, lost)).toEqual([]);
    await send(sessionUri);
    expect(await platform.findUpload(access, lost)).toMatchObject([{ title, fileBytes: bytes }]);
  });

  it("whose URL Vimeo has forgotten is its video if it was complete", async () => {
    const { sessionUri } = await open();
    await sandbox.fail({ kind: "vimeo", problem: "session_gone" });
    expect(await platform.sessionStatus(access, { sessionUri, bytes })).toEqual({ gone: true });
    const sent = await send(sessionUri);
    await sandbox.fail({ kind: "vimeo", problem: "session_gone" });
    expect(await platform.sessionStatus(access, { sessionUri, bytes })).toMatchObject({
      video: { id: "video" in sent ? sent.video.id : "" },
    });
  });

  it("is sent to no other host", async () => {
    for (const sessionUri of ["http://127.0.0.1:1/upload#1", `${sandbox.url}/vimeo/upload/1`]) {
      await expect(platform.sessionStatus(access, { sessionUri, bytes })).rejects.toMatchObject({
        code: "untrusted_session",
      });
    }
    const hosts = ["https://eu-files.tus.vimeo.com/files/1", "https://vimeo.com.example.org/files/1"];
    expect(hosts.map((url) => vimeoAddresses.isUpload(new URL(url)))).toEqual([true, false]);
  });
});

it("has the tags of the last change, at most 20, and no time of publication", async () => {
  const id = await uploaded();
  await platform.updateVideo(access, id, { tags: ["rain", "a train"] });
  const tags = Array.from({ length: 25 }, (_, index) => `rain ${index}`);
  await platform.updateVideo(access, id, { tags });
  const stored = (await videos()).find((video) => video.id === id)?.tags;
  expect(stored).toEqual(tags.slice(0, 20).map((name) => ({ name })));
  const scheduled = platform.updateVideo(access, id, { privacy: "private", publishAt: new Date() });
  await expect(scheduled).rejects.toMatchObject({ code: "invalid_publish_time" });
});

it("reports videos that will never be shown", async () => {
  await sandbox.fail({ kind: "vimeo", problem: "transcoding_failed" });
  expect(await platform.video(access, await uploaded())).toMatchObject({ problem: "transcodeFailed" });
  await sandbox.fail({ kind: "vimeo", problem: "upload_failed" });
  expect(await platform.video(access, await uploaded())).toMatchObject({ problem: "uploadFailed" });
});

it.each([
  ["quota_reached", "upload_limit"],
  ["storage_full", "storage_full"],
  ["refused_title", "invalid_title"],
  ["forbidden", "channel_forbidden"],
] as const)("reports %s at the start as %s", async (problem, code) => {
  await sandbox.fail({ kind: "vimeo", problem });
  await expect(open()).rejects.toMatchObject({ code });
});

it("waits until the limit of requests is reset", async () => {
  await sandbox.fail({ kind: "vimeo", problem: "rate_limited", retryAfter: 300 });
  const refused = platform.channel(access).catch((error: unknown) => error);
  expect(await refused).toMatchObject({ code: "rate_limited", retryAfterSeconds: expect.closeTo(300, -1) });
});
