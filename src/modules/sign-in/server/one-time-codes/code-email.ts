import { renderEmail, type RenderedEmail } from "#core/server/email.ts";

import type { CodePurpose } from "./queries.ts";

const purposeTexts: Record<CodePurpose, { heading: string; use: string; otherwise: string }> = {
  reset_password: {
    heading: "Your password reset code",
    use: "Enter this code on Reelay to set a new password.",
    otherwise: "If you didn't request this, ignore this email. Your password has not changed.",
  },
  confirm_email: {
    heading: "Confirm your email",
    use: "Enter this code in your Reelay settings to confirm this email address.",
    otherwise: "If you didn't request this, ignore this email.",
  },
  delete_account: {
    heading: "Your account deletion code",
    use: "Enter this code on Reelay to permanently delete your account.",
    otherwise:
      "If you didn't request this, don't share the code. Someone else may be logged in to your account: set a new password now.",
  },
};

/** The email with a one-time code. The code isn't in the subject, because lock screens show it. */
export function renderCodeEmail(purpose: CodePurpose, code: string): RenderedEmail {
  const { heading, use, otherwise } = purposeTexts[purpose];
  return renderEmail({
    subject: `${heading} · Reelay`,
    heading,
    code,
    paragraphs: [`${use} It expires in 2 minutes.`, otherwise],
    reason:
      "You received this email because this address was entered on Reelay. Reelay never asks you for a code by email.",
  });
}
