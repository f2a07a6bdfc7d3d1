import { z } from "zod";

import { type Invitee, invitee } from "#modules/sign-in/contract/invitee.ts";

/** Fields of a form that invites a person: by email, or with a link that is made for a name. */
export const inviteeFields = z
  .object({ method: z.enum(["email", "link"]), invitee: z.string() })
  .superRefine((typed, context) => {
    const message = invitee.safeParse(inviteeIn(typed)).error?.issues[0]?.message;
    if (message !== undefined) context.addIssue({ code: "custom", path: ["invitee"], message });
  });

/** The options of `method`. */
export const inviteMethods = [
  { value: "email", label: "Send an email", description: "Only this address can use it." },
  { value: "link", label: "Create a link", description: "You send it yourself." },
];

/** The person whom the fields name. */
export function inviteeIn({ method, invitee: text }: z.output<typeof inviteeFields>): Invitee {
  return method === "email" ? { email: text } : { name: text };
}
