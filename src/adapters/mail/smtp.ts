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

const connectTimeout = 10_000;
const replyTimeout = 30_000;
/** An operator waits for the check. */
const checkTimeout = 3000;

export function createSmtpMail({ url, from }: SmtpParts): Mail {
  const connect = (limit: number, socketTimeout: number) =>
    createTransport({
      url,
      dnsTimeout: limit,
      connectionTimeout: limit,
      greetingTimeout: limit,
      socketTimeout,
    });
  const transport = connect(connectTimeout, replyTimeout);
  const probe = connect(checkTimeout, checkTimeout);
  const report = (error: unknown) => {
    throw toAdapterError(error);
  };
  return {
    send: async (email) => {
      await transport.sendMail(asMessage(email, from)).catch(report);
    },
    check: async () => {
      await probe.verify().catch(report);
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

/** RFC 4954, section 6: login required, login method too weak, refused, encryption required. */
const authenticationReplies = new Set([530, 534, 535, 538]);

/** Codes of OpenSSL and Node.js for a certificate that isn't accepted, such as `DEPTH_ZERO_SELF_SIGNED_CERT`. */
function isCertificateError(error: unknown): boolean {
  const texts = [error, error instanceof Error ? error.cause : null].flatMap((at) =>
    at instanceof Error ? [at.message, "code" in at ? String(at.code) : ""] : [],
  );
  return texts.some((text) => /certificate|_CERT\b|_CERT_|ERR_TLS_CERT/i.test(text));
}

/** By RFC 5321, section 4.2.1, 4yz replies are transient and 5yz replies permanent. */
function toAdapterError(error: unknown): AdapterError {
  const parsed = smtpError.safeParse(error);
  const { code, responseCode, response, command } = parsed.data ?? {};
  const detail = response ?? (error instanceof Error ? error.message : String(error));
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 500) {
    return new AdapterError({
      kind: "retry",
      code: "mail_server_busy",
      message: `The mail server is temporarily unavailable: ${detail}`,
      cause: error,
    });
  }
  if (isCertificateError(error)) {
    return new AdapterError({
      kind: "needs-user",
      code: "mail_settings",
      message: `The certificate of the mail server is not trusted (${detail}). Install one that is, or add ?tls.rejectUnauthorized=false to SMTP_URL for a server in your own network.`,
      cause: error,
    });
  }
  if (
    (code !== undefined && settingsCodes.has(code)) ||
    authenticationReplies.has(responseCode ?? 0) ||
    (responseCode !== undefined && command === "CONN")
  ) {
    return new AdapterError({
      kind: "needs-user",
      code: "mail_settings",
      message: `The mail server rejected the connection (${detail}). Check SMTP_URL.`,
      cause: error,
    });
  }
  if (responseCode !== undefined && command === "MAIL FROM") {
    return new AdapterError({
      kind: "needs-user",
      code: "mail_sender_refused",
      message: `The mail server rejected the sender (${detail}). Check MAIL_FROM.`,
      cause: error,
    });
  }
  if (responseCode !== undefined || code === "EENVELOPE") {
    return new AdapterError({
      kind: "permanent",
      code: "mail_refused",
      message: `The mail server rejected the email: ${detail}`,
      cause: error,
    });
  }
  return new AdapterError({
    kind: "retry",
    code: "mail_server_away",
    message: `The mail server is unreachable (${detail}). Check SMTP_URL.`,
    cause: error,
  });
}
