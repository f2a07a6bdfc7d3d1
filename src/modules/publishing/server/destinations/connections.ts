import type { LoginFields } from "#adapters/video-platform/platform.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { commonError } from "#core/error.ts";
import type { Actor } from "#core/server/context.ts";
import { refundAttempt } from "#core/server/rate-limit/queries.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { minute } from "#core/time.ts";
import {
  type ConnectedDestination,
  destinationsError,
  type FormConnection,
} from "#modules/publishing/contract/destinations.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { destinationsChanged } from "#modules/publishing/realtime-messages.ts";
import { analyticsStatePrefix, settingsStatePrefix } from "#modules/publishing/rules/authorization-state.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "./access.ts";
import { fromPlatform, startAuthorization } from "./authorization.ts";
import { storeConnection } from "./connection.ts";
import { consentScreen, platformName, platformStatistics } from "./platforms.ts";
import { presentDestination } from "./present.ts";
import { changeDestination, type DestinationRow, listDestinations, findDestination } from "./queries.ts";

const maxDestinations = 20;
/** Logins that a platform refuses: of one user, and to one account from all users, so that no user alone can use them up. */
const refusedLogins = { attempts: 10, window: 15 * minute };
const refusedLoginsOfAccount = { attempts: 30, window: 15 * minute };

/**
 * Logs in with the fields of a form and stores the connection to the chosen channel, or to the account's only one; passwords
 * are not stored. Without a choice the login ends, and the channels are returned.
 */
export async function connectByForm(
  dependencies: PublishingDependencies,
  actor: Actor,
  { kind, fields }: { kind: DestinationKind; fields: LoginFields },
): Promise<FormConnection> {
  const { run, platforms } = dependencies;
  const { form, connect } = platforms[kind];
  const { otp, channel: chosenName } = fields;
  if (!form) throw destinationsError("destination_not_found");
  await requireSpace(dependencies, actor);
  const name = form.connectionName(fields);
  const guessKeys = [
    { key: `login:person:${actor.id}`, limit: refusedLogins },
    { key: `login:account:${kind} ${form.loginAccount?.(fields) ?? name}`, limit: refusedLoginsOfAccount },
  ];
  const wait = await run(actor, (ctx) => countAttempts(ctx, guessKeys));
  if (wait !== null) throw commonError("too_many", { retryAfterSeconds: wait });
  const refund = () =>
    run(actor, async (ctx) => {
      for (const { key } of guessKeys) await refundAttempt(ctx.tx, key);
    });
  const { tokens, channels } = await fromPlatform(name, () => form.logIn(fields)).catch(
    async (error: unknown) => {
      const cause = error instanceof Error ? error.cause : null;
      const code = cause instanceof AdapterError ? cause.code : null;
      const wrongSecondFactor = code === "second_factor_needed" && otp;
      if (code !== "login_refused" && !wrongSecondFactor) await refund();
      throw code === "second_factor_needed" ? destinationsError("second_factor_needed") : error;
    },
  );
  await refund();
  const choices = channels.map((each) => ({ name: each.name, title: each.channel.title }));
  const chosen = channels.length === 1 ? channels[0] : channels.find((each) => each.name === chosenName);
  if (!chosen) {
    const platform = connect(channels[0].settings);
    await fromPlatform(name, () => platform.revoke(tokens.refreshToken));
    return { connected: null, channels: choices };
  }
  const connection = { personId: actor.id, kind, tokens, ...chosen };
  const saved = await run(actor, (ctx) => storeConnection(ctx, connection));
  return { connected: presentDestination(saved), channels: choices };
}

/** The URL of the consent screen for connecting a channel of a kind from the settings, or for reconnecting one. */
export async function authorizeFromSettings(
  dependencies: PublishingDependencies,
  actor: Actor,
  { kind, destinationId }: { kind: DestinationKind; destinationId?: string | undefined },
): Promise<string> {
  let otherScopes: string[] = [];
  if (destinationId === undefined) {
    await requireSpace(dependencies, actor);
  } else {
    const row = await dependencies.read(actor, (ctx) => requireDestination(ctx, actor.id, destinationId));
    if (row.kind !== kind) throw destinationsError("destination_not_found");
    // Access that was granted before, such as to statistics, stays.
    const { scopes } = consentScreen(dependencies, kind);
    otherScopes = row.scopes.filter((scope) => !scopes.includes(scope));
  }
  const start = { kind, destinationId, statePrefix: settingsStatePrefix, otherScopes };
  return startAuthorization(dependencies, actor, start);
}

/**
 * The URL of the consent screen that asks for the scope of the figures besides those of publishing. 409 `nothing_to_authorize`
 * for a destination without such a scope.
 */
export async function authorizeFigures(
  dependencies: Pick<
    PublishingDependencies,
    "run" | "read" | "keyring" | "platforms" | "appUrl" | "youtubeQuota"
  >,
  actor: Actor,
  destinationId: string,
): Promise<string> {
  const row = await dependencies.read(actor, (ctx) => requireDestination(ctx, actor.id, destinationId));
  const scope = platformStatistics(dependencies, row)?.scope ?? null;
  if (scope === null) throw destinationsError("nothing_to_authorize");
  const start = { kind: row.kind, destinationId, statePrefix: analyticsStatePrefix, otherScopes: [scope] };
  return startAuthorization(dependencies, actor, start);
}

/**
 * Asks the platform whether a destination of the actor works, and stores the answer. 422 or 502 with the platform's reason
 * if the destination can't be used although its connection is not broken.
 */
export async function checkDestination(
  dependencies: PublishingDependencies,
  actor: Actor,
  id: string,
): Promise<ConnectedDestination> {
  const { read } = dependencies;
  const row = await read(actor, (ctx) => requireDestination(ctx, actor.id, id));
  const failure = await refreshChannel(dependencies, row).then(() => null, orThrow);
  const checked = await read(actor, (ctx) => requireDestination(ctx, actor.id, id));
  if (failure && checked.brokenAt === null) {
    return fromPlatform(platformName(dependencies, row, row), () => Promise.reject(failure));
  }
  return presentDestination(checked);
}

/** An error of the platform; throws any other. */
function orThrow(error: unknown): AdapterError {
  if (error instanceof AdapterError) return error;
  throw error;
}

/** Reads the channel with a valid token, which is refreshed if needed, and stores its data. */
export async function refreshChannel(
  dependencies: PublishingDependencies,
  { id, accountId }: Pick<DestinationRow, "id" | "accountId">,
): Promise<void> {
  const channel = await withAccess(dependencies, id, "other", (access, platform) => platform.channel(access));
  await dependencies.run(null, async (ctx) => {
    const row = await findDestination(ctx.tx, id);
    const { title, uploadsPlaylistId, pictureUrl } = channel;
    const change = { title, uploadsPlaylistId, pictureUrl: pictureUrl ?? "", checkedAt: ctx.now };
    if (!row || accountId !== channel.id) return;
    await changeDestination(ctx.tx, row, change);
    ctx.notifyClients([row.personId], destinationsChanged, {});
  });
}

/** Throws `too_many_destinations` if the user can't connect another one. */
async function requireSpace({ read }: Pick<PublishingDependencies, "read">, actor: Actor): Promise<void> {
  const connected = await read(actor, (ctx) => listDestinations(ctx.tx, actor.id));
  if (connected.length >= maxDestinations) throw destinationsError("too_many_destinations");
}

/** A destination of the user; 404 `destination_not_found` otherwise. */
export async function requireDestination(
  { tx }: { tx: Parameters<typeof findDestination>[0] },
  personId: number,
  id: string,
): Promise<DestinationRow> {
  const row = await findDestination(tx, id);
  if (row?.personId !== personId) throw destinationsError("destination_not_found");
  return row;
}
