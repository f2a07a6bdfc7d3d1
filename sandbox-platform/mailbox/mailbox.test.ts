import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.remove());

const raw = [
  "From: Reelay <no-reply@reelay.test>",
  "To: Ann <ann@example.test>",
  "Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe_=26_a_code?=",
  "MIME-Version: 1.0",
  'Content-Type: multipart/related; boundary="outer"',
  "",
  "--outer",
  'Content-Type: multipart/alternative; boundary="inner"',
  "",
  "--inner",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Your code is K7PQ. Open http://localhost:3000/verify?code=K7PQ.",
  "--inner",
  "Content-Type: text/html; charset=utf-8",
  "",
  '<p style="color:red">Your code is <b>K7PQ</b></p><img src="cid:logo"><script>alert(1)</script>',
  "--inner--",
  "--outer",
  "Content-Type: image/png",
  "Content-ID: <logo>",
  "Content-Transfer-Encoding: base64",
  "",
  "iVBORw0KGgo=",
  "--outer--",
  "",
].join("\r\n");

const post = (body: string, type = "message/rfc822") =>
  fetch(`${sandbox.url}/mailbox/messages`, { method: "POST", body, headers: { "content-type": type } });

const listSchema = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
    }),
  ),
});

async function list(query = "") {
  return listSchema.parse(await (await fetch(`${sandbox.url}/mailbox.json${query}`)).json()).messages;
}

describe("the mailbox", () => {
  it("states that it is empty", async () => {
    expect(await (await fetch(`${sandbox.url}/mailbox`)).text()).toContain("No mail yet");
  });

  it("stores raw messages, parses them and keeps them over a restart", async () => {
    expect((await post(raw)).status).toBe(201);
    sandbox = await sandbox.restart();
    const [message] = await list("?to=ann@example.test");
    expect(message).toMatchObject({ subject: "Grüße & a code", to: ["ann@example.test"] });
    expect(message?.text).toContain("K7PQ");
    expect(message?.html).toContain("data:image/png;base64,iVBORw0KGgo=");
    expect(await list("?to=someone@example.test")).toEqual([]);
  });

  it("shows the text with its link, and the HTML in a frame without scripts", async () => {
    const [message] = await list();
    const page = await (await fetch(`${sandbox.url}/mailbox/${message?.id}`)).text();
    expect(page).toContain("Grüße &amp; a code");
    expect(page).toContain('<a href="http://localhost:3000/verify?code=K7PQ">');
    expect(page).toContain('sandbox="allow-popups');
    const frame = await fetch(`${sandbox.url}/mailbox/${message?.id}/html`);
    const policy = frame.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("sandbox allow-popups");
    expect(policy).not.toContain("script-src");
  });

  it("accepts only messages and returns 404 for unknown ones", async () => {
    expect((await post("{}", "application/json")).status).toBe(415);
    expect((await post("")).status).toBe(400);
    expect((await fetch(`${sandbox.url}/mailbox/none`)).status).toBe(404);
  });
});
