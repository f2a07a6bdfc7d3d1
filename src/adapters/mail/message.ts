import type { SendMailOptions } from "nodemailer";

import type { Email } from "./mail.ts";

/** A letter as nodemailer writes it. The address is given as a whole, so that a comma in it makes no second one. */
export function asMessage(letter: Email, from: string): SendMailOptions {
  return {
    from,
    to: { name: "", address: letter.to },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    // Keeps out-of-office assistants from answering (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
