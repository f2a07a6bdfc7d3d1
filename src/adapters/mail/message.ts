import type { SendMailOptions } from "nodemailer";

import type { Email } from "./mail.ts";

/**
 * An email as nodemailer options. The address is passed as an object, so a comma in it adds no second
 * recipient.
 */
export function asMessage(email: Email, from: string): SendMailOptions {
  return {
    from,
    to: { name: "", address: email.to },
    subject: email.subject,
    text: email.text,
    html: email.html,
    // Prevents automatic replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
