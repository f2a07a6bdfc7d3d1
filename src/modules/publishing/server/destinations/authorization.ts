import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

import type { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { authorizeUploadPath, startUploadPath } from "#core/paths.ts";
import { creators } from "#core/permission.ts";
import { checkPermission } from "#core/server/bind-endpoints.ts";
import { currentActor, type Actor, type Context, type ReadContext } from "#core/server/context.ts";
import { after, minute } from "#core/time.ts";
import { type authorizationReturn, destinationsError } from "#modules/publishing/contract/destinations.ts";
import { publishingError } from "#modules/publishing/contract/publishing.ts";
import { type DestinationKind, leadingKind } from "#modules/publishing/platforms/platforms.ts";
import { destinationsChanged } from "#modules/publishing/realtime-messages.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { chargedPlatform } from "../quota/charged-platform.ts";
import { storeConnection } from "./connection.ts";
import { consentScreen, decryptRefreshToken, findPlatform } from "./platforms.ts";
import {
  type AuthorizationRow,
  deleteDestination,
  type DestinationRow,
  listDestinations,
  findDestination,
  saveAuthorization,
  takeAuthorization,
} from "./queries.ts";

type Dependencies = Pick<
  PublishingDependencies,
  "run" | "read" | "keyring" | "platforms" | "appUrl" | "youtubeQuota"
>;

const authorizationLifetime = 10 * minute;
const verifierPurpose = "publishing.verifier";

interface Continuation {
  taskId?: number | undefined;
  kind?: DestinationKind | undefined;
  reconnect: boolean;
}

/**
 * The URL to continue at: the start screen if a destination of the task's creator works, else the platform's consent screen.
 * `reconnect` asks for consent in any case. 409 `not_connected` for a manager, who can't connect the creator's channel.
 */
export async function authorize(
  dependencies: Dependencies,
  actor: Actor,
  { taskId, kind = leadingKind, reconnect }: Continuation,
): Promise<string> {
  const { read, appUrl } = dependencies;
  const { ownerId, connected } = await read(actor, async (ctx) => {
    const owner = await ownerOfChannels(ctx, taskId);
    return { ownerId: owner, connected: await listDestinations(ctx.tx, owner) };
  });
  if (connected.some(({ brokenAt }) => brokenAt === null) && !reconnect) return `${appUrl}${startUploadPath}`;
  if (ownerId !== actor.id) throw destinationsError("not_connected");
  return startAuthorization(dependencies, actor, { kind });
}

/** The creator on whose channels the actor publishes the task; without one, the actor. */
async function ownerOfChannels(ctx: ReadContext, taskId: number | undefined): Promise<number> {
  const actor = currentActor(ctx);
  if (taskId !== undefined) return (await taskFor(ctx, taskId, "publish")).creatorId;
  checkPermission(creators, actor);
  return actor.id;
}

interface AuthorizationStart {
  kind: DestinationKind;
  /** The destination to reconnect, which admits no other channel. */
  destinationId?: string | undefined;
  statePrefix?: string;
  /** Scopes besides those of publishing. */
  otherScopes?: readonly string[];
}

/** Stores a pending authorization of the session. Returns the URL of the platform's consent screen. */
export async function startAuthorization(
  dependencies: Dependencies,
  actor: Actor,
  { kind, destinationId, statePrefix = "", otherScopes = [] }: AuthorizationStart,
): Promise<string> {
  const { run, keyring, appUrl } = dependencies;
  const consent = consentScreen(dependencies, kind);
  const renewed = destinationId === undefined ? "" : `${destinationId}.`;
  const state = `${statePrefix}${kind}.${renewed}${randomBytes(32).toString("base64url")}`;
  const { codeVerifier, codeChallenge } = await consent.createPkce();
  const encryptedCodeVerifier = keyring.encrypt(verifierPurpose, codeVerifier);
  await run(actor, (ctx) =>
    saveAuthorization(ctx.tx, {
      personId: actor.id,
      sessionId: actor.sessionId,
      kind,
      destinationId: destinationId ?? null,
      stateHash: stateHash(state),
      encryptedCodeVerifier,
      expiresAt: after(ctx.now, authorizationLifetime),
    }),
  );
  return consent.authorizationUrl({ redirectUri: redirectUri(appUrl), state, codeChallenge, otherScopes });
}

export type AuthorizationReturn = z.output<typeof authorizationReturn>;

/** Connects the channel of an authorization that began at a task. */
export async function connectChannel(
  dependencies: Dependencies,
  actor: Actor,
  { taskId, ...returned }: AuthorizationReturn & { taskId: number },
) {
  await dependencies.read(actor, (ctx) => taskFor(ctx, taskId, "manage"));
  const { accountId, title, pictureUrl } = await finishAuthorization(dependencies, actor, returned);
  return { channel: { id: accountId, title, pictureUrl } };
}

/**
 * Exchanges the code of the consent screen and stores the channel. The code works once, and only with the verifier of
 * the session that asked for it (docs/decisions/0031-authorization-without-state.md).
 */
export async function finishAuthorization(
  dependencies: Dependencies,
  actor: Actor,
  returned: AuthorizationReturn,
): Promise<DestinationRow> {
  const { run, keyring, appUrl, platforms } = dependencies;
  const pending = await run(actor, (ctx) => redeemAuthorization(ctx, returned));
  if (pending === null) {
    throw publishingError("authorization_refused", {
      message: "The login took too long, was already used, or began in another browser. Connect again.",
    });
  }
  const { kind } = pending;
  const consent = consentScreen(dependencies, kind);
  const { tokens, channel } = await fromPlatform(platforms[kind].name, async () => {
    const exchanged = await consent.exchangeCode({
      code: returned.code,
      codeVerifier: keyring.decrypt(verifierPurpose, pending.encryptedCodeVerifier),
      redirectUri: redirectUri(appUrl),
    });
    // A reconnected channel publishes again.
    const platform = chargedPlatform(
      dependencies,
      { kind, platform: platforms[kind].connect(null) },
      { personId: actor.id, purpose: "publishing" },
    );
    return { tokens: exchanged, channel: await platform.channel(exchanged.accessToken) };
  });
  return run(actor, async (ctx) => {
    if (pending.destinationId !== null) await requireChannel(ctx, pending.destinationId, channel);
    return storeConnection(ctx, { personId: actor.id, kind, channel, tokens, settings: null });
  });
}

/** Throws unless the channel that the user chose is that of the destination. */
async function requireChannel(
  ctx: Context,
  destinationId: string,
  chosen: Pick<DestinationRow, "title"> & { id: string },
): Promise<void> {
  const destination = await findDestination(ctx.tx, destinationId);
  if (!destination) throw destinationsError("destination_not_found");
  if (destination.accountId === chosen.id) return;
  const { title } = destination;
  throw publishingError("authorization_refused", {
    message: `You chose the channel “${chosen.title}”, so nothing was changed. Try again and choose “${title}”.`,
  });
}

/**
 * Revokes a destination of the actor, or all of the leading kind, and deletes the tokens. Broken connections are only
 * deleted.
 */
export async function disconnect(
  dependencies: Dependencies,
  actor: Actor,
  destinationId?: string | undefined,
): Promise<void> {
  const { run, read, keyring } = dependencies;
  const all = await read(actor, (ctx) => listDestinations(ctx.tx, actor.id));
  const ending = all.filter(({ id, kind }) =>
    destinationId === undefined ? kind === leadingKind : id === destinationId,
  );
  for (const row of ending) {
    const token = row.brokenAt === null ? decryptRefreshToken(keyring, row) : null;
    const platform = findPlatform(dependencies, row);
    if (token !== null) await fromPlatform(platform.name, () => platform.revoke(token));
    await run(actor, async (ctx) => {
      await deleteDestination(ctx.tx, row);
      ctx.notifyClients([actor.id], destinationsChanged, {});
    });
  }
}

function redirectUri(appUrl: string): string {
  return `${appUrl}${authorizeUploadPath}`;
}

/** The actor's pending authorization, which is deleted whether or not it is valid; null if it is not. */
async function redeemAuthorization(
  ctx: Context,
  { state }: AuthorizationReturn,
): Promise<AuthorizationRow | null> {
  const actor = currentActor(ctx);
  const pending = await takeAuthorization(ctx.tx, actor.id);
  if (!pending || pending.sessionId !== actor.sessionId || pending.expiresAt <= ctx.now) return null;
  return state === undefined || isSameText(stateHash(state), pending.stateHash) ? pending : null;
}

/** Runs a call of the platform for a waiting user; its errors become errors of the endpoint. */
export async function fromPlatform<T>(platform: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const message = problemMessage(error.code, platform);
    const code = error.kind === "retry" ? "platform_unreachable" : "authorization_refused";
    throw Object.assign(publishingError(code, { message }), { cause: error });
  }
}

function stateHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
