import { renderEmail, type RenderedEmail } from "#core/server/email.ts";

import type { CodePurpose } from "../store/one-time-codes.ts";

const wordsFor: Record<CodePurpose, { heading: string; use: string; otherwise: string }> = {
  reset_password: {
    heading: "Your code for a new password",
    use: "Enter it on Reelay to choose a new password.",
    otherwise: "If you didn't ask for it, do nothing: your password stays as it is.",
  },
  confirm_email: {
    heading: "Your code to confirm this email",
    use: "Enter it in Reelay's settings to confirm that this address is yours.",
    otherwise: "If you didn't ask for it, do nothing: nothing changes without the code.",
  },
  delete_account: {
    heading: "Your code to delete your account",
    use: "Enter it on Reelay to delete your account for good.",
    otherwise:
      "If you didn't ask for it, do nothing and change your password: somebody else is signed in as you.",
  },
};

/** The mail that carries a one-time code. The code stands in the mail alone, not in the subject that lock screens show. */
export function renderCodeEmail(purpose: CodePurpose, code: string): RenderedEmail {
  const { heading, use, otherwise } = wordsFor[purpose];
  return renderEmail({
    subject: `${heading} · Reelay`,
    heading,
    code,
    paragraphs: [`${use} It expires in 2 minutes.`, otherwise],
    reason:
      "You get this mail because this address was entered on Reelay. Reelay never asks you for a code by mail.",
  });
}
