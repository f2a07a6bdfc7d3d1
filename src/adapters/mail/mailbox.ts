import { createTransport } from "nodemailer";

import { AdapterError } from "#core/adapter-error.ts";

import type { Mail } from "./mail.ts";
import { asMessage } from "./message.ts";

const timeoutMilliseconds = 10_000;

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
      const reply = await deliver(address, message);
      if (reply.ok) return;
      throw reply.status >= 500 || reply.status === 429
        ? unreachable(`status ${reply.status}`)
        : refused(await reply.text());
    },
  };
}

async function deliver(address: URL, message: Buffer): Promise<Response> {
  try {
    return await fetch(address, {
      method: "POST",
      headers: { "content-type": "message/rfc822" },
      body: new Uint8Array(message),
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
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
