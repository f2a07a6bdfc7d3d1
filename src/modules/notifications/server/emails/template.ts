import { notificationsPath } from "#core/paths.ts";
import { renderEmail, type RenderedEmail } from "#core/server/email.ts";
import { momentText } from "#modules/history/rules/time-text.ts";
import { emailButtonLabel, emailExcerpt, emailReason } from "#modules/notifications/rules/email.ts";

import type { NotificationRow } from "../tables.ts";

interface NotificationEmail extends Pick<NotificationRow, "kind" | "title" | "description" | "path"> {
  /** The sender's name; null is Reelay itself. */
  sender: string | null;
}

export interface EmailLinks {
  /** Without a trailing slash. */
  appUrl: string;
  unsubscribeUrl: string;
}

export function renderNotificationEmail(content: NotificationEmail, links: EmailLinks): RenderedEmail {
  const { sender, title, description, path } = content;
  const excerpt = emailExcerpt(description);
  return renderEmail({
    subject: title,
    from: sender,
    heading: title,
    paragraphs: excerpt ? [excerpt] : [],
    button: { label: emailButtonLabel(content), address: links.appUrl + path },
    reason: emailReason(content),
    footerLinks: footer(links, "Unsubscribe from emails like this"),
  });
}

type DigestEntry = Pick<NotificationRow, "title" | "description" | "path" | "createdAt">;

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
  const { appUrl, timeZone } = links;
  const subject = total === 1 ? "1 new notification" : `${total} new notifications`;
  const more = total - entries.length;
  return renderEmail({
    subject: `${subject} · Reelay`,
    heading: subject,
    paragraphs: [
      ...entries.map(({ title, description, path, createdAt }) =>
        [title, emailExcerpt(description), momentText(createdAt, timeZone), appUrl + path]
          .filter(Boolean)
          .join("\n"),
      ),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    button: { label: "Open notifications", address: `${appUrl}${notificationsPath("YOUTUBER")}` },
    reason: chosen
      ? "You received this email because you chose an hourly digest on Reelay."
      : "You received these notifications in one email because there were many within an hour.",
    footerLinks: footer(links, "Unsubscribe from all notification emails"),
  });
}

function footer({ appUrl, unsubscribeUrl }: EmailLinks, unsubscribe: string) {
  return [
    // The sidebar's layout redirects to the prefix of the user's role.
    { label: "Notification settings", address: `${appUrl}${notificationsPath("YOUTUBER")}` },
    { label: unsubscribe, address: unsubscribeUrl },
  ];
}
