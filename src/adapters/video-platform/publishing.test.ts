import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { testsHaveObjectStore, startObjectStore } from "#testing/object-store.ts";
import { authorizeAtVimeo, authorizeInSandbox, startTestSandbox } from "#testing/sandbox.ts";

import { createPeerTube } from "./peertube/peertube.ts";
import { captions, describePublishing } from "./publishing-suite.ts";
import { createS3Buckets } from "./s3/s3-buckets.ts";
import { vimeoSandbox } from "./vimeo/client.ts";
import { createVimeo } from "./vimeo/vimeo.ts";
import { sandboxAddresses } from "./youtube/addresses.ts";
import { createYouTube } from "./youtube/youtube.ts";

const log = { debug: () => undefined, warn: () => undefined };
const file = async () => randomBytes(1_000_000);

describePublishing("YouTube's sandbox", async () => {
  const redirectUri = "http://localhost:3000/authorize-youtube-upload";
  const sandbox = await startTestSandbox({ redirectUris: [redirectUri] });
  const { clientId, clientSecret } = sandbox;
  const youtube = createYouTube({
    addresses: sandboxAddresses(sandbox.url),
    clientId,
    clientSecret,
    log,
  });
  return {
    platform: youtube.connect(),
    file,
    connect: async () => {
      const { codeVerifier, codeChallenge } = await youtube.consent.createPkce();
      const url = youtube.consent.authorizationUrl({ redirectUri, state: "s", codeChallenge });
      const { code } = await authorizeInSandbox(url);
      return youtube.consent.exchangeCode({ code: code ?? "", redirectUri, codeVerifier });
    },
    received: {
      of: async (videoId) => (await listOf(`${sandbox.url}/control/state`)).find(({ id }) => id === videoId),
      expected: {
        resource: {
          snippet: { categoryId: "19", defaultLanguage: "pt-BR", defaultAudioLanguage: "pt-BR" },
          status: { license: "creativeCommon" },
        },
        captions: [
          { language: "pt-BR", name: "", content: captions },
          { language: "zh-TW", name: "", content: captions },
        ],
      },
    },
    disturb: async (disturbance) => {
      const rules = {
        unavailable: { kind: "server_errors", on: "any" },
        revoked: { kind: "revoked_consent" },
        lost_last_reply: { kind: "lost_last_reply" },
        dropped_connection: { kind: "dropped_connection", bytes: 300_000 },
        expired_token: { kind: "expired_token" },
      } as const;
      await sandbox.fail(rules[disturbance]);
    },
    close: async () => {
      await youtube.close();
      await sandbox.stop();
    },
  };
});

describePublishing("PeerTube's sandbox", async () => {
  const sandbox = await startTestSandbox();
  const rules = { allowPrivate: false, trustedOrigins: [sandbox.url] };
  const peertube = createPeerTube({ log, rules });
  const connect = () =>
    peertube.form.logIn({ address: sandbox.url, username: "mira", password: "sandbox-mira" });
  const [{ settings }] = (await connect()).channels;
  return {
    platform: peertube.connect(settings),
    file,
    received: {
      of: async (videoId) =>
        (await listOf(`${sandbox.url}/control/peertube`)).find(({ uuid }) => uuid === videoId),
      expected: {
        category: { id: 6 },
        language: { id: "pt" },
        licence: { id: 1 },
        captions: [
          { language: "pt", content: captions },
          { language: "zh-Hant", content: captions },
        ],
      },
    },
    connect: async () => (await connect()).tokens,
    disturb: async (problem) => sandbox.fail({ kind: "peertube", problem }),
    close: async () => {
      await peertube.close();
      await sandbox.stop();
    },
  };
});

describePublishing("Vimeo's sandbox", async () => {
  const redirectUri = "http://localhost:3000/authorize-youtube-upload";
  const sandbox = await startTestSandbox({ redirectUris: [redirectUri] });
  const { consent, connect, close } = createVimeo({
    addresses: vimeoSandbox(sandbox.url),
    client: sandbox,
    log,
  });
  return {
    platform: connect(),
    file,
    schedules: false,
    connect: async () => {
      const url = consent.authorizationUrl({ redirectUri, state: "s", codeChallenge: "" });
      const { code } = await authorizeAtVimeo(url);
      return consent.exchangeCode({ code: code ?? "", redirectUri, codeVerifier: "" });
    },
    received: {
      of: async (videoId) => (await listOf(`${sandbox.url}/control/vimeo`)).find(({ id }) => id === videoId),
      expected: {
        license: "by",
        upload: { status: "complete" },
        captions: [
          { language: "pt-BR", content: captions },
          { language: "zh-TW", content: captions },
        ],
      },
    },
    disturb: async (problem) => sandbox.fail({ kind: "vimeo", problem }),
    close: async () => {
      await close();
      await sandbox.stop();
    },
  };
});

if (testsHaveObjectStore()) {
  describePublishing("an S3 bucket", async () => {
    const store = await startObjectStore();
    const trustedOrigins = [store.settings.endpoint];
    const partBytes = 5 * 1024 * 1024;
    const buckets = createS3Buckets({ log, rules: { allowPrivate: false, trustedOrigins }, partBytes });
    const connect = () => buckets.form.logIn({ ...store.settings, folder: "films/2026" });
    const [{ settings }] = (await connect()).channels;
    return {
      platform: buckets.connect(settings),
      file: async () => randomBytes(partBytes + 1000),
      connect: async () => (await connect()).tokens,
      revocable: false,
      close: async () => {
        await buckets.close();
        await store.stop();
      },
    };
  });
}

// A real instance; CONTRIBUTING.md describes the variables. Its videos stay, private.
const { PEERTUBE_URL: address, PEERTUBE_USERNAME: username, PEERTUBE_PASSWORD: password } = process.env;
if (address && username && password) {
  describePublishing(address, async () => {
    const peertube = createPeerTube({ log, rules: { allowPrivate: true, trustedOrigins: [] } });
    const connect = () => peertube.form.logIn({ address, username, password });
    const [{ settings }] = (await connect()).channels;
    return {
      platform: peertube.connect(settings),
      file: makeClip,
      connect: async () => (await connect()).tokens,
      close: () => peertube.close(),
    };
  });
}

/** The videos that a sandbox has. */
async function listOf(url: string) {
  const state = (await (await fetch(url)).json()) as { videos: { id: unknown; uuid?: unknown }[] };
  return state.videos;
}

/** Ten seconds of noise, about a megabyte, which a real service can transcode. */
async function makeClip(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "reelay-clip-"));
  const path = join(folder, "clip.mp4");
  const source = "nullsrc=size=320x180:rate=25,geq=random(1)*255:128:128";
  await promisify(execFile)("ffmpeg", ["-f", "lavfi", "-i", source, "-t", "10", "-b:v", "1M", path]);
  const clip = await readFile(path);
  await rm(folder, { recursive: true });
  return clip;
}
