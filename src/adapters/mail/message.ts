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
    ...(email.pictures && {
      attachments: email.pictures.map(({ cid, content }, at) => ({
        cid,
        content,
        contentType: "image/jpeg",
        contentDisposition: "inline" as const,
        filename: `picture-${at + 1}.jpg`,
      })),
    }),
    ...(email.messageId !== undefined && { messageId: email.messageId }),
    headers: {
      // Prevents automatic replies (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(email.unsubscribeUrl !== undefined && {
        // Mail programs find only an unfolded, unencoded URL.
        "List-Unsubscribe": { prepared: true, value: `<${email.unsubscribeUrl}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
