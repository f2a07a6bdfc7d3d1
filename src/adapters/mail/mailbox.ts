import { createTransport } from "nodemailer";

import { AdapterError } from "#core/adapter-error.ts";

import type { Mail } from "./mail.ts";
import { asMessage } from "./message.ts";

const patience = 10_000;

/** Mail without a mail server: the same message, put into the sandbox's mailbox page at `sandboxUrl`. */
export function createMailbox({ sandboxUrl, from }: { sandboxUrl: string; from: string }): Mail {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const address = new URL("/mailbox/messages", sandboxUrl);
  return {
    send: async (letter) => {
      const { message } = await writer.sendMail(asMessage(letter, from)).catch((error: unknown) => {
        throw refused(error);
      });
      if (!Buffer.isBuffer(message)) throw new TypeError("The message was not written at once.");
      const reply = await deliver(address, message);
      if (reply.ok) return;
      throw reply.status >= 500 || reply.status === 429
        ? away(`it answered ${reply.status}`)
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
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    throw away(String(error), error);
  }
}

function away(words: string, cause?: unknown): AdapterError {
  const message = `The sandbox's mailbox can't be reached: ${words}`;
  return new AdapterError({ kind: "retry", code: "mail_server_away", message, cause });
}

function refused(cause: unknown): AdapterError {
  const message = `The sandbox's mailbox refuses the message: ${String(cause)}`;
  return new AdapterError({ kind: "permanent", code: "mail_refused", message, cause });
}
