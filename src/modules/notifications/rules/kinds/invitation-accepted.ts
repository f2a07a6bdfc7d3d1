import { z } from "zod";

import { invitationPurposes } from "#modules/sign-in/rules/invitations.ts";

import { defineKind, everyone } from "./kind.ts";

/** For the user who has invited another one. `subject` are the tasks that it was for. */
export const invitationAccepted = defineKind({
  label: "Accepted invitations",
  roles: everyone,
  reason: "you invited someone to Reelay",
  data: z.object({
    name: z.string(),
    purpose: z.enum(invitationPurposes),
    subject: z.string().nullable(),
  }),
  text: (data) => ({
    title: `${data.name} accepted your invitation`,
    description: outcome(data),
  }),
  // Inviters who are not creators are operators.
  link: ({ purpose }, { role }) => {
    if (role !== "YOUTUBER") return { screen: "invitations" };
    return { screen: purpose === "task" ? "tasks" : "settings" };
  },
});

function outcome({
  name,
  purpose,
  subject,
}: {
  name: string;
  purpose: string;
  subject: string | null;
}): string {
  if (purpose === "team") return `${name} is now a member of your team.`;
  return purpose === "task" && subject !== null
    ? `${name} is now the editor of “${subject}” and can upload the first version.`
    : `${name} can now be assigned to tasks and receive messages.`;
}
