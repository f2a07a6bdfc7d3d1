import { commonError } from "#core/error.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import type { NotificationKind } from "#modules/notifications/contract/inbox.ts";
import type { NotificationSettings, UnsubscribeScope } from "#modules/notifications/contract/settings.ts";
import { kindsFor } from "#modules/notifications/rules/kinds/index.ts";
import { confirmedEmail, personEmail } from "#modules/people/server/public/people.ts";
import { relationAbilities } from "#modules/tasks/rules/access.ts";
import { contributes } from "#modules/tasks/server/public/contributors.ts";
import { membersOfTeam, managedChannels, listPersonTeams } from "#modules/team/server/public/team.ts";

import type { SettingsRow } from "../tables.ts";
import { findSettings, lockSettings, updateSettings } from "./queries.ts";
import { readUnsubscribeToken } from "./unsubscribe-token.ts";

interface ReadSettings extends NotificationSettings {
  emailConfirmed: boolean;
  kinds: NotificationKind[];
}

/** The actor's settings, whether they have confirmed their email, and the kinds that they can receive. */
export async function readSettings(ctx: ReadContext): Promise<ReadSettings> {
  const { id } = currentActor(ctx);
  const emailConfirmed = (await confirmedEmail(ctx, id)) !== null;
  return { ...present(await findSettings(ctx.tx, id)), emailConfirmed, kinds: await ownKinds(ctx) };
}

async function ownKinds(ctx: ReadContext): Promise<NotificationKind[]> {
  const { id, role } = currentActor(ctx);
  const teams = await listPersonTeams(ctx, id);
  const ownTeam = await membersOfTeam(ctx, id);
  const managed = (await managedChannels(ctx, id)).map(({ rights }) => ({
    kind: "manager" as const,
    rights,
  }));
  return kindsFor(role, {
    abilities: relationAbilities(managed),
    contributes: await contributes(ctx, id),
    managersCreateTasks: ownTeam.some(({ rights }) => rights.includes("create_tasks")),
    approvesWithOthers: [...teams, ...ownTeam].some(({ approvalRequired }) => approvalRequired),
  });
}

export async function saveSettings(
  ctx: Context,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  const personId = currentActor(ctx).id;
  await lockSettings(ctx.tx, personId);
  const { pushOff, emailOff } = settings;
  const saved = { ...settings, pushOff: [...new Set(pushOff)], emailOff: [...new Set(emailOff)] };
  await updateSettings(ctx.tx, personId, saved);
  return saved;
}

/** The emails that the link with a token switches off. Fails with `not_found` if the token is invalid or has expired. */
export function unsubscribeScope(ctx: ReadContext, token: string): UnsubscribeScope {
  return tokenContent(ctx, token).scope;
}

/** Ends the emails of a link without a session (RFC 8058). A repeated call changes nothing. */
export async function unsubscribe(ctx: Context, token: string): Promise<UnsubscribeScope> {
  const { personId, scope } = tokenContent(ctx, token);
  if ((await personEmail(ctx, personId)) === null) return scope;
  const { emailOff } = await lockSettings(ctx.tx, personId);
  if (scope === "all") await updateSettings(ctx.tx, personId, { email: false });
  else if (!emailOff.includes(scope)) {
    await updateSettings(ctx.tx, personId, { emailOff: [...emailOff, scope] });
  }
  return scope;
}

function tokenContent(ctx: ReadContext, token: string) {
  const content = readUnsubscribeToken(ctx, token);
  if (content) return content;
  throw commonError("not_found", {
    message: "This link is invalid or has expired. Log in to change your notification settings.",
  });
}

function present({ push, email, emailFrequency, pushOff, emailOff }: SettingsRow): NotificationSettings {
  return { push, email, emailFrequency, pushOff, emailOff };
}
