import { createTransport } from "nodemailer";
import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";

import type { Mail } from "./mail.ts";
import { asMessage } from "./message.ts";

export interface SmtpParts {
  /** `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://…:465`. */
  url: string;
  /** The sender, as in `Reelay <mail@example.org>`. */
  from: string;
}

const connectPatience = 10_000;
const replyPatience = 30_000;

/** Mail over an SMTP server. */
export function createSmtpMail({ url, from }: SmtpParts): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: connectPatience,
    greetingTimeout: connectPatience,
    socketTimeout: replyPatience,
  });
  return {
    send: async (letter) => {
      try {
        await transport.sendMail(asMessage(letter, from));
      } catch (error) {
        throw sorted(error);
      }
    },
  };
}

const smtpError = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
  command: z.string().optional(),
});

const settingsCodes = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS", "EREQUIRETLS", "ECONFIG"]);

/** RFC 5321, 4.2.1: 4yz is worth another try, 5yz is not. */
function sorted(error: unknown): AdapterError {
  const parsed = smtpError.safeParse(error);
  const { code, responseCode, response, command } = parsed.data ?? {};
  const words = response ?? (error instanceof Error ? error.message : String(error));
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 500) {
    return new AdapterError({
      kind: "retry",
      code: "mail_server_busy",
      message: `The mail server did not take the message for now: ${words}`,
      cause: error,
    });
  }
  if (code !== undefined && settingsCodes.has(code)) {
    return new AdapterError({
      kind: "needs-user",
      code: "mail_settings",
      message: `The mail server refuses the connection as SMTP_URL describes it: ${words}`,
      cause: error,
    });
  }
  if (responseCode !== undefined && command === "MAIL FROM") {
    return new AdapterError({
      kind: "needs-user",
      code: "mail_sender_refused",
      message: `The mail server refuses the sender set in MAIL_FROM: ${words}`,
      cause: error,
    });
  }
  if (responseCode !== undefined || code === "EENVELOPE") {
    return new AdapterError({
      kind: "permanent",
      code: "mail_refused",
      message: `The mail server refuses the message: ${words}`,
      cause: error,
    });
  }
  return new AdapterError({
    kind: "retry",
    code: "mail_server_away",
    message: `The mail server can't be reached: ${words}`,
    cause: error,
  });
}
