import { z } from "zod";

import { lineText } from "#core/written-text.ts";
import { invitee } from "#modules/sign-in/contract/invitee.ts";

import { contributorEntry } from "./contributor.ts";
import { taskDraft } from "./tasks.ts";

/** The person whom the form invites as the editor, as typed; `kept` if the task stays waiting for them. */
const typedInvitee = z.object({ way: z.enum(["email", "link", "kept"]), text: z.string() });
export type TypedInvitee = z.output<typeof typedInvitee>;

/** The invited person as the server receives it; fails with the message for the field. */
export function parseInvitee({ way, text }: TypedInvitee): ReturnType<typeof invitee.safeParse> {
  return invitee.safeParse(way === "email" ? { email: text } : { name: text });
}

/**
 * The task form in the browser: an editor from the list, or a person to invite. `channel` is the id of the creator of a new
 * task, empty for the user.
 */
export const taskFormValues = taskDraft
  .extend({
    channel: z.string(),
    assignedTo: lineText().max(50),
    invite: typedInvitee.nullable(),
    /** Those of the task, as stored, and added ones, which the dialog checks. */
    contributors: z.array(contributorEntry.extend({ label: z.string() })),
  })
  .superRefine(({ assignedTo, invite }, context) => {
    if (invite === null) {
      if (assignedTo === "") {
        context.addIssue({ code: "custom", path: ["assignedTo"], message: "Please select an editor" });
      }
    } else if (invite.way !== "kept") {
      const message = parseInvitee(invite).error?.issues[0]?.message;
      if (message !== undefined) context.addIssue({ code: "custom", path: ["invite"], message });
    }
  });
export type TaskFormValues = z.output<typeof taskFormValues>;
