import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { buffer } from "node:stream/consumers";

import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";

import { createMailbox } from "./mailbox.ts";
import { createSmtpMail } from "./smtp.ts";
import { describeMail, type MailUnderTest } from "./suite.ts";

const from = "Reelay <mail@reelay.example>";
let ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

function portOf(server: Server): number {
  // A listening server on TCP has an address of this shape.
  return (server.address() as AddressInfo).port;
}

/** A port without a listener. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  return port;
}

function smtpError(code: number, detail: string): Error {
  return Object.assign(new Error(detail), { responseCode: code });
}

const refusals: Record<string, Error> = {
  "stranger@example.org": smtpError(550, "sender rejected"),
  "anonymous@example.org": smtpError(530, "authentication required"),
};

async function openSmtp({ tls = false, closed = false } = {}): Promise<MailUnderTest & { port: number }> {
  const received: Buffer[] = [];
  let how = "well";
  const server = new SMTPServer({
    // Its own certificate is self-signed.
    disabledCommands: tls ? [] : ["STARTTLS"],
    authOptional: true,
    logger: false,
    onConnect: (_session, done) => done(closed ? smtpError(554, "no service for you") : null),
    onAuth: (_auth, _session, done) => done(new Error("Invalid username or password")),
    onMailFrom: (address, _session, done) => done(refusals[address.address] ?? null),
    onRcptTo: (_address, _session, done) => {
      if (how === "busy") done(smtpError(451, "try again later"));
      else if (how === "refusing") done(smtpError(550, "no such user"));
      else done();
    },
    onData: async (stream, _session, done) => {
      received.push(await buffer(stream));
      done();
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  ends.push(() => server.close());
  const port = portOf(listening);
  return {
    port,
    mail: createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from }),
    received: () => received,
    behave: (next) => (how = next),
    unreachable: createSmtpMail({ url: `smtp://127.0.0.1:${await deadPort()}`, from }),
  };
}

async function openMailbox(): Promise<MailUnderTest> {
  const received: Buffer[] = [];
  let how: Parameters<MailUnderTest["behave"]>[0] = "well";
  const accept = async (request: IncomingMessage): Promise<number> => {
    const bytes = await buffer(request);
    if (request.method !== "POST" || request.url !== "/mailbox/messages") return 404;
    if (request.headers["content-type"] !== "message/rfc822") return 415;
    if (how === "well") received.push(bytes);
    return { well: 201, busy: 503, refusing: 422 }[how];
  };
  const server = createServer(async (request, response) => {
    response.statusCode = await accept(request);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close());
  return {
    mail: createMailbox({ sandboxUrl: `http://127.0.0.1:${portOf(server)}`, from }),
    received: () => received,
    behave: (next) => (how = next),
    unreachable: createMailbox({ sandboxUrl: `http://127.0.0.1:${await deadPort()}`, from }),
  };
}

describeMail("over SMTP", () => openSmtp());
describeMail("into the sandbox's mailbox", openMailbox);

describe("an SMTP error that the operator must fix", () => {
  const email = { to: "editor@example.org", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };

  it("is a wrong password", async () => {
    const { port } = await openSmtp();
    const mail = createSmtpMail({ url: `smtp://reelay:wrong@127.0.0.1:${port}`, from });
    const settings = { kind: "needs-user", code: "mail_settings" };
    await expect(mail.send(email)).rejects.toMatchObject(settings);
    await expect(mail.check()).rejects.toMatchObject(settings);
  });

  it("is a server that accepts no connections from here", async () => {
    const { mail } = await openSmtp({ closed: true });
    const refusal = { code: "mail_settings", message: expect.stringMatching(/no service for you.*SMTP_URL/) };
    await expect(mail.check()).rejects.toMatchObject(refusal);
    await expect(mail.send(email)).rejects.toMatchObject({ ...refusal, kind: "needs-user" });
  });

  it("is a login that the server requires", async () => {
    const { port } = await openSmtp();
    const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: "anonymous@example.org" });
    await expect(mail.send(email)).rejects.toMatchObject({
      kind: "needs-user",
      code: "mail_settings",
      message: expect.stringContaining("Check SMTP_URL."),
    });
  });

  it("is a self-signed certificate, unless SMTP_URL accepts it", async () => {
    const { port, received } = await openSmtp({ tls: true });
    const url = `smtp://127.0.0.1:${port}`;
    await expect(createSmtpMail({ url, from }).send(email)).rejects.toMatchObject({
      kind: "needs-user",
      code: "mail_settings",
      message: expect.stringContaining("add ?tls.rejectUnauthorized=false to SMTP_URL"),
    });
    await createSmtpMail({ url: `${url}?tls.rejectUnauthorized=false`, from }).send(email);
    expect(received()).toHaveLength(1);
  });

  it("is a rejected sender", async () => {
    const { port } = await openSmtp();
    const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: "stranger@example.org" });
    await expect(mail.send(email)).rejects.toMatchObject({
      kind: "needs-user",
      code: "mail_sender_refused",
    });
  });
});
