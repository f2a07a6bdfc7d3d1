import { renderEmail, type RenderedEmail } from "#core/server/email.ts";

import type { InvitationRow } from "./queries.ts";

interface InvitationEmail {
  invitation: Pick<InvitationRow, "purpose" | "role" | "subject" | "work" | "expiresAt">;
  /** Name of the inviter; null for a link that the recipient has requested. */
  inviter: string | null;
  /** The absolute address of the link. */
  address: string;
}

/** The email with the link of an invitation. */
export function renderInvitationEmail({ invitation, inviter, address }: InvitationEmail): RenderedEmail {
  const { subject, role, purpose, work } = invitation;
  const ending = `The link works once and expires on ${dayText(invitation.expiresAt)}.`;
  if (inviter === null) {
    return renderEmail({
      subject: "Your link to sign up · Reelay",
      heading: "Sign up for Reelay",
      paragraphs: [
        `Open the link to confirm your email and create your account. ${ending}`,
        "If you didn't request this, ignore this email.",
      ],
      button: { label: "Sign up", address },
      reason: "You received this email because this address was entered on Reelay.",
    });
  }
  const invited = purpose === "team" ? "join their team" : role === "EDITOR" ? "edit videos" : "join";
  const heading = subject === null ? `${inviter} invited you to ${invited} on Reelay` : `Edit: ${subject}`;
  return renderEmail({
    subject: subject === null ? heading : `${inviter} invited you to edit "${subject}"`,
    from: inviter,
    heading,
    paragraphs: [
      subject === null
        ? "On Reelay, creators and their teams review and publish videos together."
        : `${inviter} has a task for you on Reelay: "${subject}". Accept the invitation to see the brief and upload your first version.`,
      ...(work.length > 0 ? [["You'll be able to", ...work.map((item) => `• ${item}`)].join("\n")] : []),
      `Sign up with the link, or log in if you already have an account. ${ending}`,
    ],
    button: { label: "Accept invitation", address },
    reason: `You received this email because ${inviter} entered your address. If you don't know them, ignore it.`,
  });
}

/** The day in UTC, since the recipient's time zone is unknown, such as "Dec 5". */
function dayText(moment: Date): string {
  return new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }).format(moment);
}
