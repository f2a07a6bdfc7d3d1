import { z } from "zod";

import { momentText } from "#modules/history/rules/time-text.ts";

import { defineKind, everyone } from "./kind.ts";

export const teamInvitation = defineKind({
  label: "Invitations to teams",
  roles: everyone,
  button: "Answer the invitation",
  reason: "a creator invited your account on Reelay to their team",
  // Earlier notifications have neither.
  data: z.object({
    creator: z.string(),
    work: z.array(z.string()).default([]),
    expiresAt: z.coerce.date().nullish(),
  }),
  text: ({ creator, work, expiresAt }, { timeZone }) => {
    const ability = work.length === 0 ? "" : `You'll be able to ${listText(work)}. `;
    const until = expiresAt ? ` before ${momentText(expiresAt, timeZone)}` : "";
    return {
      title: `${creator} invited you to join their team`,
      description: `${ability}Accept or decline in Settings${until}.`,
    };
  },
  link: () => ({ screen: "settings" }),
});

const listText = (items: readonly string[]) =>
  new Intl.ListFormat("en-US", { style: "long", type: "conjunction" }).format(items);
