import { renderEmail, type RenderedEmail } from "#core/server/email.ts";

import { emailButtonLabel, emailExcerpt } from "../rules/email.ts";

interface NotificationEmail {
  /** The sender's name; null is Reelay itself. */
  sender: string | null;
  title: string;
  description: string;
  path: string;
  /** Without a trailing slash. */
  appUrl: string;
}

export function renderNotificationEmail(content: NotificationEmail): RenderedEmail {
  const { sender, title, description, path, appUrl } = content;
  const excerpt = emailExcerpt(description);
  return renderEmail({
    subject: title,
    from: sender,
    heading: title,
    paragraphs: excerpt ? [excerpt] : [],
    button: { label: emailButtonLabel(path), address: appUrl + path },
    reason: "You received this email because of activity on one of your tasks on Reelay.",
    footerLink: { label: "All notifications", address: `${appUrl}/notifications` },
  });
}
