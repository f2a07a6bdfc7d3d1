import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startTestSandbox, type TestSandbox } from "#testing/sandbox.ts";

import type { PublishingPlatform } from "../publishing-platform.ts";
import { createPeerTube, type PeerTube } from "./peertube.ts";

const log = { debug: () => undefined, warn: () => undefined };
const mira = { username: "mira", password: "sandbox-mira" };
const teo = { username: "teo", password: "sandbox-teo" };

let sandbox: TestSandbox;
let peertube: PeerTube;
let redirecting: Server;
let redirectingOrigin: string;
let target = "";

beforeAll(async () => {
  sandbox = await startTestSandbox();
  redirecting = createServer((request, response) => {
    response.writeHead(302, { location: target + (request.url ?? "") }).end();
  });
  await new Promise<void>((resolve) => void redirecting.listen(0, "localhost", resolve));
  redirectingOrigin = `http://localhost:${(redirecting.address() as AddressInfo).port}`;
  const trustedOrigins = [sandbox.url, redirectingOrigin];
  peertube = createPeerTube({ log, rules: { allowPrivate: false, trustedOrigins } });
});
afterAll(async () => {
  await peertube.close();
  redirecting.close();
  await sandbox.stop();
});

const logIn = (address: string, credentials: { username: string; password: string; otp?: string } = mira) =>
  peertube.form.logIn({ address, ...credentials });
/** The first channel of a login. */
const channelAt = async (...login: Parameters<typeof logIn>) => (await logIn(...login)).channels[0];

describe("a login to an instance", () => {
  it("returns tokens and the account's channels, with settings without the password", async () => {
    const login = await logIn(`${sandbox.url}/w/some-video`);
    const host = new URL(sandbox.url).host;
    expect(login.channels).toMatchObject([
      { name: "mira_cooks", channel: { id: `mira_cooks@${host}`, title: "Mira Cooks Slowly" } },
      { name: "balcony_harvest", channel: { title: "Balcony Harvest" } },
    ]);
    expect(JSON.stringify(login)).not.toContain(mira.password);
  });

  it("leads to the channel whose settings are used", async () => {
    const { tokens, channels } = await logIn(sandbox.url);
    for (const { settings, channel } of channels) {
      expect(await peertube.connect(settings).channel(tokens.accessToken)).toEqual(channel);
    }
  });

  it.each([
    [{ ...mira, password: "wrong" }, "login_refused"],
    [teo, "second_factor_needed"],
    [{ ...teo, otp: "000000" }, "second_factor_needed"],
    [{ username: "pim", password: "sandbox-pim" }, "no_channel"],
  ])("with %j is refused: %s", async (credentials, code) => {
    await expect(logIn(sandbox.url, credentials)).rejects.toMatchObject({ code, kind: "needs-user" });
  });

  it("accepts the code of the second factor", async () => {
    expect((await channelAt(sandbox.url, { ...teo, otp: "123456" })).channel.title).toBe("Teo's Workshop");
  });

  it("replaces both tokens with each refresh", async () => {
    const { channels, tokens } = await logIn(sandbox.url);
    const platform = peertube.connect(channels[0].settings);
    const fresh = await platform.refresh(tokens.refreshToken);
    expect(fresh.refreshToken).not.toBe(tokens.refreshToken);
    await expect(platform.refresh(tokens.refreshToken)).rejects.toMatchObject({ code: "reconnect_needed" });
  });
});

describe("an instance that answers wrongly", () => {
  let answer: { status: number; headers?: Record<string, string>; body?: object } = { status: 200 };
  let origin: string;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}));
    });
  });
  const platform = () => {
    const settings = { origin, clientId: "client", clientSecret: "secret", channelId: 1 };
    return createPeerTube({ log, rules: { allowPrivate: true, trustedOrigins: [] } }).connect(
      JSON.stringify(settings),
    );
  };

  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, "localhost", resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it.each(["bytes=0-999", "bytes=5-99", "all of it"])(
    "has confirmed nothing with the range %s",
    async (range) => {
      answer = { status: 308, headers: { range } };
      const sessionUri = `${origin}/api/v1/videos/upload-resumable?upload_id=1`;
      const status = platform().sessionStatus("access", { sessionUri, bytes: 500 });
      await expect(status).rejects.toMatchObject({ code: "outcome_unknown" });
      const sent = platform().sendChunk("access", {
        sessionUri,
        start: 0,
        end: 500,
        bytes: 500,
        type: "video/mp4",
        body: Readable.from([Buffer.alloc(500)]),
        signal: new AbortController().signal,
      });
      await expect(sent).rejects.toMatchObject({ code: "outcome_unknown" });
    },
  );

  it("states when it accepts the next request", async () => {
    answer = { status: 429, headers: { "retry-after": "120" } };
    const channel = platform().channel("access");
    await expect(channel).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 120 });
  });

  it("receives no token at an upload session of another site", async () => {
    const sessionUri = "https://example.org/api/v1/videos/upload-resumable?upload_id=1";
    const status = platform().sessionStatus("access", { sessionUri, bytes: 500 });
    await expect(status).rejects.toMatchObject({ code: "untrusted_session" });
  });

  it.each(["invalid_grant", "invalid_client"])("ends the connection with %s", async (code) => {
    answer = { status: 400, body: { code } };
    await expect(platform().refresh("token")).rejects.toMatchObject({ code: "reconnect_needed" });
  });
});

describe("a lost upload", () => {
  const bytes = 100;
  const open = (platform: PublishingPlatform | undefined, access: string, title: string) =>
    platform?.openSession(access, {
      metadata: {
        title,
        description: "",
        tags: [],
        categoryId: "22",
        privacy: "private",
        madeForKids: false,
        syntheticMedia: false,
        license: "youtube",
        embeddable: true,
        paidPromotion: false,
      },
      reference: randomUUID(),
      notifySubscribers: false,
      bytes,
      type: "video/mp4",
    });
  const send = (platform: PublishingPlatform | undefined, access: string, sessionUri: string) =>
    platform?.sendChunk(access, {
      sessionUri,
      start: 0,
      end: bytes,
      bytes,
      type: "video/mp4",
      body: Readable.from([Buffer.alloc(bytes)]),
      signal: new AbortController().signal,
    });

  it.each([
    ["is not found, if the instance created no video of it", "upload_unfinished", 0],
    ["is found, if the instance created a video and kept the upload", "upload_kept", 1],
  ] as const)("with all bytes %s", async (_what, problem, videos) => {
    const { tokens, channels } = await logIn(sandbox.url);
    const access = tokens.accessToken;
    const platform = peertube.connect(channels[0].settings);
    const lost = { title: `All bytes: ${problem}`, bytes, startedAt: new Date(), uploadsPlaylistId: null };
    const { sessionUri = "" } = (await open(platform, access, lost.title)) ?? {};
    await sandbox.fail({ kind: "peertube", problem });
    expect(await send(platform, access, sessionUri)).toEqual({ received: bytes });
    expect(await platform.sessionStatus(access, { sessionUri, bytes })).toEqual({ received: bytes });
    expect(await platform.findUpload(access, lost)).toHaveLength(videos);
    await platform.discardSession?.(access, sessionUri);
    expect(await platform.sessionStatus(access, { sessionUri, bytes })).toEqual({ gone: true });
    expect(await platform.findUpload(access, lost)).toHaveLength(videos);
  });

  it("is searched on its own channel, not on others of the account", async () => {
    const { tokens, channels } = await logIn(sandbox.url);
    const access = tokens.accessToken;
    const [cooks, garden] = channels.map(({ settings }) => peertube.connect(settings));
    const lost = { title: "Monsoon", bytes, startedAt: new Date(), uploadsPlaylistId: null };
    const session = await open(cooks, access, lost.title);
    await send(cooks, access, session?.sessionUri ?? "");
    expect(await cooks?.findUpload(access, lost)).toHaveLength(1);
    expect(await garden?.findUpload(access, lost)).toEqual([]);
  });
});

describe("the address of an instance", () => {
  it.each([
    "http://peertube.example",
    "https://127.0.0.1",
    "https://[::1]",
    "https://10.1.2.3/videos",
    "https://169.254.169.254",
    "https://user:secret@peertube.example",
    "ftp://peertube.example",
    "not an address",
    "videos",
    "../../etc/passwd",
  ])("is not requested when it is %s", async (address) => {
    await expect(logIn(address)).rejects.toMatchObject({ code: "address_refused" });
  });

  it("is refused when its name resolves to the server's own network", async () => {
    await expect(logIn("https://localhost:1")).rejects.toMatchObject({ code: "address_refused" });
    const settings = {
      origin: "https://localhost:1",
      clientId: "client",
      clientSecret: "secret",
      channelId: 1,
    };
    const platform = peertube.connect(JSON.stringify(settings));
    await expect(platform.channel("access")).rejects.toMatchObject({ code: "address_refused" });
  });

  it("may redirect to an allowed address, and to no other", async () => {
    target = sandbox.url;
    expect((await channelAt(redirectingOrigin)).settings).toContain(sandbox.url);
    target = "http://127.0.0.1:1";
    await expect(logIn(redirectingOrigin)).rejects.toMatchObject({ code: "address_refused" });
    target = redirectingOrigin;
    await expect(logIn(redirectingOrigin)).rejects.toMatchObject({ code: "not_peertube" });
  });

  it("may be private if the operator allows it", async () => {
    const open = createPeerTube({ log, rules: { allowPrivate: true, trustedOrigins: [] } });
    const { channels } = await open.form.logIn({ address: sandbox.url, ...mira });
    expect(channels[0].channel.title).toBe("Mira Cooks Slowly");
    await open.close();
  });

  it("must be that of a PeerTube instance", async () => {
    target = `${sandbox.url}/health?`;
    await expect(logIn(`${sandbox.url}/`)).resolves.toBeDefined();
    const plain = createServer((_request, response) => response.end("<h1>A site</h1>"));
    await new Promise<void>((resolve) => void plain.listen(0, "localhost", resolve));
    const { port } = plain.address() as AddressInfo;
    const open = createPeerTube({ log, rules: { allowPrivate: true, trustedOrigins: [] } });
    const found = open.form.logIn({ address: `http://localhost:${port}`, ...mira });
    await expect(found).rejects.toMatchObject({ code: "not_peertube" });
    await open.close();
    plain.close();
  });
});
