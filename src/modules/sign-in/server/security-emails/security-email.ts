import { verifyCodePath } from "#core/paths.ts";
import { renderEmail, type RenderedEmail } from "#core/server/email.ts";

/** Changes to how a user signs in that are reported to them by email. */
export const securityEvents = [
  "password_changed",
  "passkey_added",
  "identity_connected",
  "identity_disconnected",
  "account_deleted",
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

const eventTexts: Record<SecurityEvent, { heading: string; what: string }> = {
  password_changed: {
    heading: "Your password was changed",
    what: "The password of your Reelay account was changed and all other sessions were ended",
  },
  passkey_added: {
    heading: "A passkey was added",
    what: "A passkey was added to your Reelay account and can now be used to log in",
  },
  identity_connected: {
    heading: "A {provider} account was connected",
    what: "A {provider} account was connected to your Reelay account and can now be used to log in",
  },
  identity_disconnected: {
    heading: "Your {provider} account was disconnected",
    what: "The {provider} account was disconnected from your Reelay account and can no longer be used to log in",
  },
  account_deleted: {
    heading: "Your account was deleted",
    what: "Your Reelay account and your data were deleted",
  },
};

interface SecurityEmail {
  change: SecurityEvent;
  /** Name of the identity provider that was connected or disconnected. */
  provider: string | null;
  at: Date;
  /** IANA name of the recipient's time zone; null if unknown. */
  timeZone: string | null;
  /** Without a trailing slash. */
  appUrl: string;
}

/** The email about a change. */
export function renderSecurityEmail({
  change,
  provider,
  at,
  timeZone,
  appUrl,
}: SecurityEmail): RenderedEmail {
  const withName = (text: string) => text.replace("{provider}", provider ?? "Google");
  const heading = withName(eventTexts[change].heading);
  const what = withName(eventTexts[change].what);
  const deleted = change === "account_deleted";
  const advice = deleted
    ? "If this wasn't you, contact the operator of this server. The account can't be restored."
    : "If this was you, no action is needed. If it wasn't, set a new password now, which also ends all sessions.";
  return renderEmail({
    subject: `${heading} · Reelay`,
    heading,
    paragraphs: [`${what} on ${momentText(at, timeZone ?? "UTC")}.`, advice],
    ...(!deleted && { button: { label: "Set a new password", address: `${appUrl}${verifyCodePath}` } }),
    reason:
      "You received this email because it concerns the security of your account. It can't be turned off.",
  });
}

/** "November 20, 2026 at 3:30 PM GMT+5:30". */
function momentText(at: Date, timeZone: string): string {
  const day = { year: "numeric", month: "long", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone } as const;
  return new Intl.DateTimeFormat("en-US", { ...day, ...time }).format(at).replaceAll("\u202f", " ");
}
