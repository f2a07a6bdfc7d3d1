import { randomUUID } from "node:crypto";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { SessionRequest } from "../upload.ts";
import { refusedFor, type Reply, type TestPlatform, startTestPlatform } from "./test-platform.ts";

const request: SessionRequest = {
  metadata: {
    title: "A walk",
    description: "Through the park",
    tags: ["park"],
    categoryId: "22",
    language: "en",
    privacy: "private",
    madeForKids: false,
    syntheticMedia: false,
    paidPromotion: true,
    license: "creativeCommon",
    embeddable: false,
    recordingDate: "2026-07-01",
  },
  reference: randomUUID(),
  notifySubscribers: false,
  bytes: 1000,
  type: "video/mp4",
};

let server: TestPlatform;
beforeEach(async () => {
  server = await startTestPlatform();
});
afterEach(() => server.close());

function answering(reply: Reply): void {
  server.reply(() => reply);
}

function located(location: string): Reply {
  return { status: 200, headers: { location } };
}

function start() {
  return server.platform.openSession("access-secret", request);
}

function status() {
  const sessionUri = `${server.origin}/upload/youtube/v3/videos?upload_id=session-secret`;
  return server.platform.sessionStatus("access-secret", { sessionUri, bytes: 1000 });
}

describe("the start of an upload", () => {
  it("sends every detail explicitly and returns the session", async () => {
    const uri = `${server.origin}/upload/youtube/v3/videos?uploadType=resumable&upload_id=1`;
    answering(located(uri));
    expect(await start()).toEqual({ sessionUri: uri });
    const [sent] = server.requests;
    expect(sent?.method).toBe("POST");
    expect(sent?.url.pathname).toBe("/upload/youtube/v3/videos");
    expect(Object.fromEntries(sent?.url.searchParams ?? [])).toEqual({
      uploadType: "resumable",
      part: "snippet,status,paidProductPlacementDetails,recordingDetails",
      notifySubscribers: "false",
    });
    expect(sent?.headers).toMatchObject({
      authorization: "Bearer access-secret",
      "content-type": "application/json; charset=UTF-8",
      "x-upload-content-length": "1000",
      "x-upload-content-type": "video/mp4",
    });
    expect(JSON.parse(sent?.body.toString() ?? "")).toEqual({
      snippet: {
        title: "A walk",
        description: "Through the park",
        tags: ["park"],
        categoryId: "22",
        defaultLanguage: "en",
        defaultAudioLanguage: "en",
      },
      status: {
        privacyStatus: "private",
        selfDeclaredMadeForKids: false,
        containsSyntheticMedia: false,
        license: "creativeCommon",
        embeddable: false,
      },
      paidProductPlacementDetails: { hasPaidProductPlacement: true },
      recordingDetails: { recordingDate: "2026-07-01T00:00:00Z" },
    });
  });

  it("resolves a relative location", async () => {
    answering(located("/upload/youtube/v3/videos?upload_id=1"));
    expect((await start()).sessionUri).toBe(`${server.origin}/upload/youtube/v3/videos?upload_id=1`);
  });

  it("refuses a session outside of the platform", async () => {
    const elsewhere = [
      "https://example.com/upload/youtube/v3/videos?upload_id=1",
      "//example.com/upload/youtube/v3/videos",
      `${server.origin}/youtube/v3/videos?upload_id=1`,
      `${server.origin}/upload/youtube/v3/../../../revoke`,
      `${server.origin.replace("http://", "http://user:word@")}/upload/youtube/v3/videos`,
      "http://",
    ];
    for (const location of elsewhere) {
      answering(located(location));
      await expect(start()).rejects.toMatchObject({ kind: "permanent", code: "untrusted_session" });
    }
  });

  it("is retried without a session in the response", async () => {
    answering({ status: 200 });
    await expect(start()).rejects.toMatchObject({ kind: "retry", code: "unavailable" });
  });

  it("follows no redirect", async () => {
    answering({ status: 307, headers: { location: `${server.origin}/elsewhere` } });
    await expect(start()).rejects.toMatchObject({ kind: "permanent", code: "refused" });
    expect(server.requests.length).toBe(1);
  });

  it("refuses an empty file and one of more than 256 GB without a request", async () => {
    for (const bytes of [0, 256 * 1024 ** 3 + 1]) {
      await expect(server.platform.openSession("access-secret", { ...request, bytes })).rejects.toMatchObject(
        {
          code: "file_size",
        },
      );
    }
    expect(server.requests).toEqual([]);
  });

  it("reports invalid details", async () => {
    answering(refusedFor(400, "invalidTags", "youtube.video"));
    await expect(start()).rejects.toMatchObject({ kind: "needs-user", code: "invalid_tags" });
  });
});

describe("the status of an upload", () => {
  it("is queried without a body", async () => {
    answering({ status: 308, headers: { range: "bytes=0-261" } });
    expect(await status()).toEqual({ received: 262 });
    expect(server.requests[0]?.headers).toMatchObject({
      "content-length": "0",
      "content-range": "bytes */1000",
    });
  });

  it("is 0 bytes without a range", async () => {
    answering({ status: 308 });
    expect(await status()).toEqual({ received: 0 });
  });

  it("ignores the location of a 308", async () => {
    answering({ status: 308, headers: { range: "bytes=0-9", location: "https://example.com/" } });
    expect(await status()).toEqual({ received: 10 });
  });

  it("is the video once it is complete, as 200 or 201", async () => {
    for (const code of [200, 201]) {
      answering({
        status: code,
        body: { id: "v1", status: { uploadStatus: "uploaded", privacyStatus: "private" } },
      });
      expect(await status()).toMatchObject({
        video: { id: "v1", processed: false, privacy: "private" },
      });
    }
  });

  it("is gone on 404 and 410", async () => {
    for (const code of [404, 410]) {
      answering({ status: code, body: "<h1>Not found</h1>" });
      expect(await status()).toEqual({ gone: true });
    }
  });

  it("is unknown if the response is invalid", async () => {
    const senseless: Reply[] = [
      { status: 308, headers: { range: "bytes=5-9" } },
      { status: 308, headers: { range: "bytes=0-1000" } },
      { status: 200, body: "<h1>Fine</h1>" },
      { status: 201, body: { id: "" } },
    ];
    for (const reply of senseless) {
      answering(reply);
      await expect(status()).rejects.toMatchObject({ kind: "retry", code: "outcome_unknown" });
    }
  });

  it("never sends the token to a stored URL outside of the platform", async () => {
    const sessionUri = "https://example.com/upload/youtube/v3/videos?upload_id=1";
    await expect(
      server.platform.sessionStatus("access-secret", { sessionUri, bytes: 1000 }),
    ).rejects.toMatchObject({ code: "untrusted_session" });
  });

  it("has no token or session in messages and log", async () => {
    const met: string[] = [];
    const replies: Reply[] = [
      { status: 503, body: "session-secret" },
      { status: 201, body: "session-secret" },
      refusedFor(401, "authError"),
    ];
    for (const reply of replies) {
      answering(reply);
      await status().catch((error: Error) =>
        met.push(`${error.message} ${error.stack} ${String(error.cause)}`),
      );
    }
    server.script((incoming) => incoming.socket.destroy());
    await status().catch((error: Error) =>
      met.push(`${error.message} ${error.stack} ${String(error.cause)}`),
    );
    expect(met.length).toBe(4);
    expect(met.join("\n") + server.logged()).not.toContain("-secret");
  });
});
