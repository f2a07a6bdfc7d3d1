import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { authorizeInSandbox, startTestSandbox, type TestSandbox } from "#testing/sandbox.ts";

import { createPeerTube } from "./peertube/peertube.ts";
import { describeStatistics } from "./statistics-suite.ts";
import { sandboxAddresses } from "./youtube/addresses.ts";
import { statisticsScope } from "./youtube/statistics.ts";
import { createYouTube } from "./youtube/youtube.ts";

const log = { debug: () => undefined, warn: () => undefined };
const redirectUri = "http://localhost:3000/authorize-youtube-upload";

const ageIn = (sandbox: TestSandbox) => (videoId: string, publishedDaysAgo: number) =>
  sandbox.live(videoId, { publishedDaysAgo, seed: "40 days" });

async function startYouTube() {
  const sandbox = await startTestSandbox({ redirectUris: [redirectUri] });
  const { clientId, clientSecret } = sandbox;
  const youtube = createYouTube({ addresses: sandboxAddresses(sandbox.url), clientId, clientSecret, log });
  const connect = async (otherScopes = [statisticsScope]) => {
    const { codeVerifier, codeChallenge } = await youtube.consent.createPkce();
    const url = youtube.consent.authorizationUrl({ redirectUri, state: "s", codeChallenge, otherScopes });
    const { code } = await authorizeInSandbox(url);
    return youtube.consent.exchangeCode({ code: code ?? "", redirectUri, codeVerifier });
  };
  const close = async () => {
    await youtube.close();
    await sandbox.stop();
  };
  return { sandbox, platform: youtube.connect(), connect, close };
}

describeStatistics("YouTube's sandbox", async () => {
  const { sandbox, platform, connect, close } = await startYouTube();
  return {
    platform,
    connect: () => connect(),
    age: ageIn(sandbox),
    disturb: (failure) => {
      const rules = {
        unavailable: { kind: "server_errors", on: "reports" },
        rate_limited: { kind: "rate_limited" },
        expired_token: { kind: "expired_token" },
      } as const;
      return sandbox.fail(rules[failure]);
    },
    close,
  };
});

describeStatistics("PeerTube's sandbox", async () => {
  const sandbox = await startTestSandbox();
  const peertube = createPeerTube({ log, rules: { allowPrivate: false, trustedOrigins: [sandbox.url] } });
  const connect = () =>
    peertube.form.logIn({ address: sandbox.url, username: "mira", password: "sandbox-mira" });
  const [{ settings }] = (await connect()).channels;
  return {
    platform: peertube.connect(settings),
    connect: async () => (await connect()).tokens,
    age: ageIn(sandbox),
    disturb: (problem) => sandbox.fail({ kind: "peertube", problem }),
    close: async () => {
      await peertube.close();
      await sandbox.stop();
    },
  };
});

describe("YouTube's statistics", () => {
  let youtube: Awaited<ReturnType<typeof startYouTube>>;
  beforeAll(async () => {
    youtube = await startYouTube();
  });
  afterAll(() => youtube.close());

  const read = async (access: string) => {
    const { statistics } = youtube.platform;
    if (!statistics) throw new Error("YouTube has statistics.");
    const request = { videoId: "unknown", from: "2026-01-01", to: "2026-01-31" };
    return {
      counts: () => statistics.counts(access, ["unknown"]),
      days: () => statistics.days(access, request),
    };
  };

  it("need the scope for figures by day, but not for counts", async () => {
    const { accessToken } = await youtube.connect([]);
    const { counts, days } = await read(accessToken);
    await expect(days()).rejects.toMatchObject({ kind: "needs-user", code: "scope_missing" });
    expect(await counts()).toEqual({ videos: [], units: 0 });
  });

  it("are counted with videos.list for a unit where the project can't call batchGetStats", async () => {
    const { accessToken } = await youtube.connect();
    const { counts } = await read(accessToken);
    await youtube.sandbox.fail({ kind: "error", on: "counts", status: 404, reason: "notFound" });
    expect(await counts()).toEqual({ videos: [], units: 1 });
  });

  it("wait for the renewal of an exceeded quota", async () => {
    const { accessToken } = await youtube.connect();
    const { days } = await read(accessToken);
    await youtube.sandbox.fail({ kind: "error", on: "reports", status: 403, reason: "quotaExceeded" });
    await expect(days()).rejects.toMatchObject({
      kind: "retry",
      code: "quota_exceeded",
      retryAfterSeconds: expect.any(Number),
    });
  });

  it("refuse videos of other channels", async () => {
    const { accessToken } = await youtube.connect();
    const { days } = await read(accessToken);
    await expect(days()).rejects.toMatchObject({ kind: "needs-user", code: "channel_forbidden" });
  });
});
