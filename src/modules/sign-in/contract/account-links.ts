import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { anyone } from "#core/permission.ts";

import { signedInUser } from "./sign-in.ts";

/** Effect of a link of an account: log its user in, or let them set a new password. */
export const accountLinkKinds = ["login", "reset_password"] as const;
export type AccountLinkKind = (typeof accountLinkKinds)[number];

export const accountLinkEndpoints = {
  openAccountLink: endpoint({
    method: "POST",
    path: "/user/account-link",
    permission: anyone,
    summary: "Use the link that an operator has created: log in, or set a new password within 10 minutes",
    body: z.object({ token: z.string().max(200) }),
    response: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("login"), user: signedInUser }),
      z.object({ kind: z.literal("reset_password"), email: z.string() }),
    ]),
    message: "Link opened.",
  }),
};

export const accountLinkError = defineErrors({
  link_invalid: {
    status: 410,
    message: "This link was used or has expired. Ask the operators of this server for a new one.",
  },
});
