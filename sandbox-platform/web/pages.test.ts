import { get } from "node:http";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createBrowser } from "../testing/browser.ts";
import { authorizationUrl, connect } from "../testing/oauth.ts";
import { pollOptions, startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";
import { makeBytes, openSession, putChunk, unit, uploadVideo } from "../testing/uploads.ts";

let sandbox: TestSandbox;
let token: string;
let video: string;
const file = makeBytes(unit + 500);
beforeAll(async () => {
  sandbox = await startTestSandbox();
  token = (await connect(sandbox.url)).access_token;
  video = await uploadVideo(sandbox.url, token, file, {
    metadata: {
      snippet: { title: "Glue & clamps", description: "Line one\nline two", tags: ["oak"] },
      status: { privacyStatus: "private", selfDeclaredMadeForKids: true },
    },
  });
});
afterAll(() => sandbox.remove());

const open = (path: string) => fetch(`${sandbox.url}${path}`);

describe("every page", () => {
  it("has a policy against scripts, and none in it", async () => {
    const paths = ["/", `/watch?v=${video}`, "/watch?v=none", "/mailbox", "/nothing", "/interaction/none"];
    const signIn = authorizationUrl(sandbox.url, {});
    const chooser = await createBrowser(sandbox.url).open(signIn);
    const pages = await Promise.all(paths.map(open));
    const seen = [
      { headers: chooser.headers, text: chooser.text },
      ...(await Promise.all(pages.map(async (page) => ({ headers: page.headers, text: await page.text() })))),
    ];
    for (const { headers, text } of seen) {
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain("unsafe");
      expect(policy).not.toContain("script-src");
      expect(text).not.toContain("<script");
      expect(text).toContain("Sandbox platform");
      expect(text).toContain("Stands in for Google, YouTube, PeerTube and Vimeo");
      expect(text).toContain('<html lang="en">');
    }
  });

  it("is refused under an unknown host name", async () => {
    const status = await new Promise((resolve, reject) => {
      const url = new URL(sandbox.url);
      get({ host: "127.0.0.1", port: url.port, headers: { host: "evil.test" } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).once("error", reject);
    });
    expect(status).toBe(421);
  });
});

describe("the watch page", () => {
  it("shows the video, even a private one", async () => {
    const text = async () => (await open(`/watch?v=${video}`)).text();
    await expect.poll(text, pollOptions).toMatch(/[0-9a-f]{64}/);
    const page = await (await open(`/watch?v=${video}`)).text();
    for (const text of [
      "Glue &amp; clamps",
      "Line one\nline two",
      "oak",
      "Private",
      "Mira Cooks Slowly",
      "262,644 bytes",
      "Upload log",
    ]) {
      expect(page).toContain(text);
    }
    expect(await (await open("/")).text()).toContain(`/watch?v=${video}`);
  });

  it("logs each chunk with the confirmed bytes", async () => {
    const uri = await openSession(sandbox.url, token, { size: file.length });
    await putChunk(uri, token, file, 0, unit);
    const done = await putChunk(uri, token, file, unit, file.length);
    const page = await (await open(`/watch?v=${String(done.body["id"])}`)).text();
    expect(page).toContain(`bytes 0-${unit - 1}/${file.length}`);
    expect(page).toContain("262,144");
    expect(page).toContain("201");
  });

  it("serves ranges of the bytes with a safe content type", async () => {
    const whole = await open(`/media/${video}`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
    const part = await fetch(`${sandbox.url}/media/${video}`, { headers: { range: "bytes=1000-1999" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 1000-1999/${file.length}`);
    expect(part.headers.get("content-type")).toBe("video/mp4");
    expect(part.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(1000, 2000))).toBe(true);
    const beyond = await fetch(`${sandbox.url}/media/${video}`, { headers: { range: "bytes=9999999-" } });
    expect(beyond.status).toBe(416);
    expect((await open("/media/none")).status).toBe(404);
  });
});
