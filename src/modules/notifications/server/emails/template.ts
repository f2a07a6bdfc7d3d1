import { notificationsPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import { type EmailPicture, renderEmail, type RenderedEmail } from "#core/server/email.ts";
import { momentText } from "#modules/history/rules/time-text.ts";
import { emailExcerpt } from "#modules/notifications/rules/email.ts";
import type { NotificationText } from "#modules/notifications/rules/kinds/kind.ts";

import type { NotificationRow } from "../tables.ts";

interface NotificationEmail extends NotificationText {
  path: string;
  /** The label of the button that leads to the path. */
  button: string;
  reason: string;
  /** The sender's name; null is Reelay itself. */
  sender: string | null;
  picture?: EmailPicture | undefined;
  /** Paragraphs after the description. */
  details: readonly string[];
}

export interface EmailLinks {
  /** Without a trailing slash. */
  appUrl: string;
  unsubscribeUrl: string;
  /** The recipient's. */
  role: Role;
}

export function renderNotificationEmail(content: NotificationEmail, links: EmailLinks): RenderedEmail {
  const { sender, title, description, path, button, reason, picture, details } = content;
  const excerpt = emailExcerpt(description);
  return renderEmail({
    subject: title,
    from: sender,
    heading: title,
    picture,
    paragraphs: [...(excerpt ? [excerpt] : []), ...details],
    button: { label: button, address: links.appUrl + path },
    reason,
    footerLinks: footer(links, "Unsubscribe from emails like this"),
  });
}

interface DigestEntry extends NotificationText, Pick<NotificationRow, "createdAt"> {
  path: string;
  /** The sender's name; null is Reelay itself. */
  sender: string | null;
  picture?: EmailPicture | undefined;
}

interface DigestContent {
  entries: readonly DigestEntry[];
  /** The number of notifications, also of those that are not shown. */
  total: number;
  /** Whether the recipient has chosen digests. */
  chosen: boolean;
}

/** Notifications in one email, with times in the recipient's time zone. */
export function renderDigestEmail(
  { entries, total, chosen }: DigestContent,
  links: EmailLinks & { timeZone: string | null },
): RenderedEmail {
  const { appUrl, timeZone, role } = links;
  const subject = total === 1 ? "1 new notification" : `${total} new notifications`;
  const more = total - entries.length;
  return renderEmail({
    subject: `${subject} · Reelay`,
    heading: subject,
    entries: entries.map(({ title, description, path, createdAt, sender, picture }) => ({
      title,
      // The list is dense, so its paragraphs follow without empty lines.
      text: emailExcerpt(description).replaceAll(/\n{2,}/g, "\n"),
      details: [sender, momentText(createdAt, timeZone)].filter(Boolean).join(" · "),
      address: appUrl + path,
      picture,
    })),
    paragraphs: more > 0 ? [`And ${more} more.`] : [],
    button: { label: "Open notifications", address: `${appUrl}${notificationsPath(role)}` },
    reason: chosen
      ? "You received this email because you chose an hourly digest on Reelay."
      : "You received these notifications in one email because there were many within an hour.",
    footerLinks: footer(links, "Unsubscribe from all notification emails"),
  });
}

function footer({ appUrl, unsubscribeUrl, role }: EmailLinks, unsubscribe: string) {
  return [
    { label: "Notification settings", address: `${appUrl}${notificationsPath(role)}` },
    { label: unsubscribe, address: unsubscribeUrl },
  ];
}
