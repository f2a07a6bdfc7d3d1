import { z } from "zod";

import { memberKinds } from "#modules/team/rules/team.ts";

import { defineKind, everyone } from "./kind.ts";

export const teamInvitation = defineKind({
  label: "Invitations to teams",
  roles: everyone,
  button: "Answer the invitation",
  reason: "a creator invited your account on Reelay to their team",
  data: z.object({ creator: z.string(), member: z.enum(memberKinds) }),
  text: ({ creator, member }) => ({
    title: `${creator} invites you to their team`,
    description:
      member === "manager"
        ? "You would manage their videos with the rights that they give you. Accept or decline in Settings within 7 days."
        : "You would be one of their editors. Accept or decline in Settings within 7 days.",
  }),
  link: () => ({ screen: "settings" }),
});
