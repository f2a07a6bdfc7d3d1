import { accountLinkPath } from "#core/paths.ts";
import type { Context } from "#core/server/context.ts";
import { isOperator } from "#modules/people/server/public/administration.ts";
import {
  confirmPersonEmail,
  findPersonByEmail,
  type Person,
} from "#modules/people/server/public/credentials.ts";
import { createAccountLink, endPersonSessions } from "#modules/sign-in/server/public/sign-in.ts";

import { logAction } from "../log/log.ts";
import { restoreUser, setOperator, suspendUser } from "../users/actions.ts";
import { listUsers } from "../users/queries.ts";

/** Actions of `npm run user`, which names accounts by their email. */
export const userCommands = [
  "list",
  "suspend",
  "restore",
  "reset-password",
  "make-operator",
  "remove-operator",
  "login-link",
] as const;
export type UserCommand = (typeof userCommands)[number];

/** A mistake in what was asked for, as a sentence that says what to do. */
export class UserCommandError extends Error {
  override readonly name = "UserCommandError";
}

export interface UserCommandInput {
  command: Exclude<UserCommand, "list">;
  email: string;
  /** Confirms the email of an account that becomes an operator. */
  confirmEmail: boolean;
  /** The app's address, without a trailing slash. */
  appUrl: string;
}

/** Runs a command about one account, records it in the log, and returns the lines to print. */
export async function runUserCommand(ctx: Context, input: UserCommandInput): Promise<string[]> {
  const { command, email, appUrl } = input;
  const person = await findPersonByEmail(ctx, email.trim().toLowerCase());
  if (!person || person.deletedAt) {
    throw new UserCommandError(
      `No account has the email ${email}. List accounts with \`npm run user -- list\`.`,
    );
  }
  const { id } = person;
  switch (command) {
    case "suspend":
      await suspendUser(ctx, id);
      return [`Suspended ${person.email}. Its sessions have ended.`];
    case "restore":
      await restoreUser(ctx, id);
      return [`Restored ${person.email}.`];
    case "make-operator":
      return makeOperator(ctx, person, input.confirmEmail);
    case "remove-operator":
      return removeOperator(ctx, person);
    case "login-link":
      requireActive(person);
      await logAction(ctx, "login_link", { subjectId: id });
      return [
        `Open this link within 15 minutes to log in as ${person.email}. It works once:`,
        appUrl + accountLinkPath(await createAccountLink(ctx, id, "login")),
      ];
    case "reset-password":
      await logAction(ctx, "reset_password", { subjectId: id });
      return [
        `Open this link within 24 hours to set a new password for ${person.email}. It works once:`,
        appUrl + accountLinkPath(await createAccountLink(ctx, id, "reset_password")),
      ];
  }
}

function requireActive({ email, suspendedAt }: Person): void {
  if (suspendedAt) {
    throw new UserCommandError(`${email} is suspended. Run \`npm run user -- restore ${email}\` first.`);
  }
}

async function makeOperator(ctx: Context, person: Person, confirm: boolean): Promise<string[]> {
  const { id, email, emailVerified } = person;
  requireActive(person);
  if (!emailVerified && !confirm) {
    throw new UserCommandError(
      `${email} isn't confirmed. Its user can confirm it in Settings; or add --confirm-email if you know that the account belongs to the owner of the address.`,
    );
  }
  if (!emailVerified) await confirmPersonEmail(ctx, id);
  await setOperator(ctx, id, true);
  // A session from before may be of another user, whose address was not confirmed.
  if (!emailVerified) await endPersonSessions(ctx, id);
  return [
    `${email} is an operator now and can open /admin${emailVerified ? "" : " after logging in again"}.`,
  ];
}

/** Throws for an operator of `OPERATOR_EMAILS`, also for one who is yet to confirm the address. */
async function removeOperator(
  ctx: Context,
  { id, email, emailVerified, operator }: Person,
): Promise<string[]> {
  const { operatorEmails } = ctx.settings;
  if (operatorEmails.includes(email)) {
    const effect =
      emailVerified || operator ? "it stays an operator" : "it becomes an operator once it is confirmed";
    throw new UserCommandError(
      `OPERATOR_EMAILS names ${email}, so ${effect}. Remove the address there and restart Reelay${operator ? ", then run this command again" : ""}.`,
    );
  }
  await setOperator(ctx, id, false);
  // The command does not see settings that only the server is started with.
  const unseen =
    "If the server is started with OPERATOR_EMAILS outside of .env, check that it doesn't name the address.";
  return [`${email} is not an operator any more.`, ...(operatorEmails.length === 0 ? [unseen] : [])];
}

/** Lines of `npm run user -- list`: accounts that match the text, the newest 100 of all without one. */
export async function listUserLines(ctx: Context, search: string): Promise<string[]> {
  const { operatorEmails } = ctx.settings;
  const rows = await listUsers(ctx.tx, { search, filter: "all", operatorEmails, before: null, limit: 100 });
  if (rows.length === 0) return ["No matching accounts."];
  return rows.map((row) =>
    [
      String(row.id).padStart(6),
      row.email.padEnd(40),
      row.role.padEnd(8),
      [
        row.emailVerified ? [] : "email not confirmed",
        row.suspendedAt ? "suspended" : [],
        isOperator(ctx.settings, row) ? "operator" : [],
      ]
        .flat()
        .join(", "),
    ]
      .join("  ")
      .trimEnd(),
  );
}
