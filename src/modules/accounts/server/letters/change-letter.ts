import { renderEmail, type RenderedEmail } from "#core/server/email.ts";

/** Changes of how one signs in, of which the account's owner is told by mail. */
export const accountChanges = [
  "password_changed",
  "passkey_added",
  "google_connected",
  "google_disconnected",
  "account_deleted",
] as const;
export type AccountChange = (typeof accountChanges)[number];

const wordsFor: Record<AccountChange, { heading: string; what: string }> = {
  password_changed: {
    heading: "Your password was changed",
    what: "The password of your Reelay account was changed, and other browsers were signed out",
  },
  passkey_added: {
    heading: "A passkey was added",
    what: "A passkey was added to your Reelay account: it can log in now",
  },
  google_connected: {
    heading: "A Google account was connected",
    what: "A Google account was connected to your Reelay account: it can log in now",
  },
  google_disconnected: {
    heading: "Your Google account was disconnected",
    what: "The Google account of your Reelay account was disconnected: it can't log in any more",
  },
  account_deleted: {
    heading: "Your account was deleted",
    what: "Your Reelay account was deleted, and with it what you kept there",
  },
};

const dayAndTime = new Intl.DateTimeFormat("en-US", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** The mail that tells of a change. `appUrl` has no slash at its end. */
export function renderSecurityEmail(change: AccountChange, at: Date, appUrl: string): RenderedEmail {
  const { heading, what } = wordsFor[change];
  const deleted = change === "account_deleted";
  const advice = deleted
    ? "If that wasn't you, write to whoever runs this server: the account itself can't be brought back."
    : "If that was you, there is nothing to do. If it wasn't, set a new password at once: it signs everybody else out.";
  return renderEmail({
    subject: `${heading} · Reelay`,
    heading,
    paragraphs: [`${what}. This was on ${dayAndTime.format(at)} UTC.`, advice],
    ...(!deleted && { button: { label: "Set a new password", address: `${appUrl}/auth/verify-otp` } }),
    reason: "You get this mail because it concerns the safety of your account. It can't be turned off.",
  });
}
