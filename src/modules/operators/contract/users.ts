import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { idText } from "#core/form-text.ts";
import { pageQuery } from "#core/page.ts";
import { operators } from "#core/permission.ts";
import { role } from "#modules/people/contract/people.ts";

export const userFilters = ["all", "suspended", "operators"] as const;
export type UserFilter = (typeof userFilters)[number];

/** An account as operators see it. */
const administeredUser = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role,
  profileImgUrl: z.string(),
  operator: z.boolean(),
  createdAt: z.iso.datetime(),
  suspendedAt: z.iso.datetime().nullable(),
  /** Exact to an hour; null if the user has not been active since it is recorded. */
  lastActiveAt: z.iso.datetime().nullable(),
  storedBytes: z.number().int(),
  /** The quota that applies; null without a limit. */
  quotaBytes: z.number().int().nullable(),
  /** Whether operators have set the quota for this user. */
  ownQuota: z.boolean(),
  openTasks: z.number().int(),
});
export type AdministeredUser = z.output<typeof administeredUser>;

const params = z.object({ personId: idText });

const action = { method: "POST", permission: operators, params, response: z.null() } as const;

export const operatorUserEndpoints = {
  users: endpoint({
    method: "GET",
    path: "/admin/users",
    permission: operators,
    summary:
      "Accounts, the newest first; searched by part of the name or email (3 characters or more), or by ID",
    query: pageQuery.extend({
      search: z.string().trim().max(254).default(""),
      filter: z.enum(userFilters).default("all"),
    }),
    response: z.array(administeredUser),
    message: "Users loaded.",
    paginated: true,
  }),
  suspendUser: endpoint({
    ...action,
    path: "/admin/users/:personId/suspend",
    summary: "Suspend an account: its sessions, realtime connections and review links end",
    message: "Account suspended.",
  }),
  restoreUser: endpoint({
    ...action,
    path: "/admin/users/:personId/restore",
    summary: "Restore a suspended account",
    message: "Account restored.",
  }),
  endUserSessions: endpoint({
    ...action,
    path: "/admin/users/:personId/end-sessions",
    summary: "End all sessions of a user",
    message: "All sessions ended.",
  }),
  sendPasswordReset: endpoint({
    ...action,
    path: "/admin/users/:personId/send-password-reset",
    summary: "Email a user a link to set a new password",
    message: "Password reset sent.",
  }),
  setUserQuota: endpoint({
    method: "PUT",
    permission: operators,
    params,
    path: "/admin/users/:personId/quota",
    summary: "Set the storage quota of a user; null for the default of all users",
    body: z.object({ quotaBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable() }),
    response: z.null(),
    message: "Quota saved.",
  }),
  deleteUser: endpoint({
    method: "DELETE",
    permission: operators,
    params,
    path: "/admin/users/:personId",
    summary: "Delete an account, as its user can",
    response: z.null(),
    message: "Account deleted.",
  }),
};

export const operatorError = defineErrors({
  own_account: {
    status: 409,
    message: "This is your own account. Ask another operator, or use the settings page.",
  },
  reset_mail_off: {
    status: 409,
    message:
      "This server sends no email. Run “npm run user -- reset-password” with the email address on the server and pass the link on, or set SMTP_URL and restart Reelay.",
  },
});
