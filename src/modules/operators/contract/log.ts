import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { pageQuery } from "#core/page.ts";
import { operators } from "#core/permission.ts";
import { chosenRole } from "#modules/people/contract/people.ts";

import { operatorActionKinds } from "../rules/actions.ts";

const named = z.object({ id: z.number().int(), name: z.string() });

const logEntry = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  action: z.enum(operatorActionKinds),
  /** The operator; null for an action of the command. */
  by: named.nullable(),
  /** The user whom the action concerns. */
  subject: named.nullable(),
  /** The invitation that was created or revoked, while it exists; without an email it is a link. */
  invitation: z
    .object({ id: z.uuid(), email: z.string().nullable(), role: chosenRole.nullable() })
    .nullable(),
  /** Further facts, such as the quota that was set. */
  detail: z.string().nullable(),
});
export type LogEntry = z.output<typeof logEntry>;

export const operatorLogEndpoints = {
  log: endpoint({
    method: "GET",
    path: "/admin/log",
    permission: operators,
    summary: "Actions of operators, the newest first",
    query: pageQuery,
    response: z.array(logEntry),
    message: "Log loaded.",
    paginated: true,
  }),
};
