import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { operators } from "#core/permission.ts";

const setting = z.object({
  name: z.string(),
  /** Null for secrets. */
  value: z.string().nullable(),
  source: z.enum(["default", "environment"]),
  secret: z.boolean(),
  description: z.string(),
});
export type SettingInForce = z.output<typeof setting>;

const test = { method: "POST", permission: operators, response: z.object({ detail: z.string() }) } as const;

export const operatorSettingEndpoints = {
  settings: endpoint({
    method: "GET",
    path: "/admin/settings",
    permission: operators,
    summary: "All settings in force with their source; values of secrets are left out",
    response: z.array(setting),
    message: "Settings loaded.",
  }),
  testMail: endpoint({
    ...test,
    path: "/admin/settings/test-mail",
    summary: "Send a test email to the operator's own address, and wait for the mail server's answer",
    message: "Test email sent.",
  }),
  testStore: endpoint({
    ...test,
    path: "/admin/settings/test-store",
    summary: "Write, read and delete a small file in the file store",
    message: "The file store works.",
  }),
  testPush: endpoint({
    ...test,
    path: "/admin/settings/test-push",
    summary: "Send a push message to the operator's own browsers",
    message: "Push message sent.",
  }),
};

export const operatorTestError = defineErrors({
  mail_off: {
    status: 409,
    message: "This server sends no email. Set SMTP_URL and restart Reelay.",
  },
  mail_failed: { status: 502, message: "The test email wasn't sent." },
  store_failed: { status: 502, message: "The file store can't be used." },
  no_push: {
    status: 409,
    message: "None of your browsers receives push messages. Turn them on in Notifications, then try again.",
  },
  push_failed: { status: 502, message: "The push message wasn't sent." },
});
