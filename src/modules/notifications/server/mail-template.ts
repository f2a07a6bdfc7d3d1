import { renderEmail, type RenderedEmail } from "#core/server/email.ts";

import { excerptForMail, wherePathLeads } from "../rules.ts";

/** What a mail says of one notification, as plain text. */
interface MailWords {
  /** The name of whoever caused it; null is the server itself. */
  sender: string | null;
  title: string;
  description: string;
  path: string;
  /** Without a slash at its end. */
  appUrl: string;
}

export function writeMail(words: MailWords): RenderedEmail {
  const { sender, title, description, path, appUrl } = words;
  const excerpt = excerptForMail(description);
  return renderEmail({
    subject: title,
    from: sender,
    heading: title,
    paragraphs: excerpt ? [excerpt] : [],
    button: { label: wherePathLeads(path), address: appUrl + path },
    reason: "You get this mail because it concerns a task of yours on Reelay.",
    footerLink: { label: "All notifications", address: `${appUrl}/notifications` },
  });
}
