import { z } from "zod";

import { lineText } from "#core/written-text.ts";

import { maxInvitedNameLength } from "../rules/invitations.ts";
import { emailField } from "../rules/sign-in.ts";

/** The name by which an inviter calls a person whom they give a link. */
const invitedName = lineText()
  .min(1, "Enter the name of the person you're inviting.")
  .max(maxInvitedNameLength, `Keep the name within ${maxInvitedNameLength} characters.`);

const invitedEmail = emailField(
  "Enter the email address of the person you're inviting.",
  "Enter a complete email address, such as name@example.com.",
);

/** The invited person: an email, or the name of the person to whom the inviter passes the link on. */
export const invitee = z
  .object({ email: invitedEmail.optional(), name: invitedName.optional() })
  .refine(({ email, name }) => (email === undefined) !== (name === undefined), {
    error: "Enter an email, or a name for a link.",
    path: ["email"],
  });
export type Invitee = z.output<typeof invitee>;
