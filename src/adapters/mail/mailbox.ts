import { createTransport } from "nodemailer";

import { AdapterError } from "#core/adapter-error.ts";

import type { Mail } from "./mail.ts";
import { asMessage } from "./message.ts";

const timeoutMilliseconds = 10_000;
/** An operator waits for the check. */
const checkTimeout = 3000;

/** Delivers emails to the mailbox page of the sandbox platform at `sandboxUrl` instead of a mail server. */
export function createMailbox({ sandboxUrl, from }: { sandboxUrl: string; from: string }): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const address = new URL("/mailbox/messages", sandboxUrl);
  return {
    send: async (email) => {
      const { message } = await composer.sendMail(asMessage(email, from)).catch((error: unknown) => {
        throw refused(error);
      });
      if (!Buffer.isBuffer(message)) throw new TypeError("nodemailer returned a stream instead of a buffer.");
      const headers = { "content-type": "message/rfc822" };
      const reply = await request(address, { method: "POST", headers, body: new Uint8Array(message) });
      if (reply.ok) return;
      throw reply.status >= 500 || reply.status === 429
        ? unreachable(`status ${reply.status}`)
        : refused(await reply.text());
    },
    check: async () => {
      await request(address, { method: "HEAD" }, checkTimeout);
    },
  };
}

async function request(address: URL, init: RequestInit, limit = timeoutMilliseconds): Promise<Response> {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(limit) });
  } catch (error) {
    throw unreachable(String(error), error);
  }
}

function unreachable(detail: string, cause?: unknown): AdapterError {
  const message = `The sandbox mailbox is unreachable: ${detail}`;
  return new AdapterError({ kind: "retry", code: "mail_server_away", message, cause });
}

function refused(cause: unknown): AdapterError {
  const message = `The sandbox mailbox rejected the email: ${String(cause)}`;
  return new AdapterError({ kind: "permanent", code: "mail_refused", message, cause });
}
