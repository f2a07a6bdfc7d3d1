import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

import { actorOf, type Actor, type Context, type Run } from "#core/server/context.ts";
import { after, minute } from "#core/time.ts";
import { taskFor } from "#modules/tasks/server/actions.ts";

import { publishingError } from "../contract.ts";
import { openRefreshToken, encryptTokens } from "./connection.ts";
import { asReply, readFailure } from "./errors.ts";
import type { PublishingParts } from "./parts.ts";
import { presentChannel } from "./present.ts";
import { saveConsent, takeConsent } from "./store/authorizations.ts";
import { type ChannelRow, deleteChannel, findChannel, saveChannel } from "./store/channels.ts";

type Parts = Pick<PublishingParts, "platform" | "appUrl">;

/** How long a person may take at the platform's consent screen. */
const consentLength = 10 * minute;

export function redirectUri(appUrl: string): string {
  return `${appUrl}/authorize-youtube-upload`;
}

/**
 * Where to go next: straight to the start of the upload when the actor's channel can be used, else to the platform's
 * consent screen. `anew` asks for consent in any case.
 */
export async function authorize(parts: Parts, run: Run, actor: Actor, anew: boolean): Promise<string> {
  const usable = await run(actor, async (ctx) => isUsable(await findChannel(ctx.tx, actor.id)));
  if (usable && !anew) return `${parts.appUrl}/yt-startUpload`;
  const state = randomBytes(32).toString("base64url");
  const { codeVerifier, codeChallenge } = await parts.platform.createPkce();
  await run(actor, (ctx) =>
    saveConsent(ctx.tx, {
      personId: actor.id,
      sessionId: actor.sessionId,
      stateHash: hashOf(state),
      encryptedCodeVerifier: ctx.keyring.encrypt("publishing.verifier", codeVerifier),
      expiresAt: after(ctx.now, consentLength),
    }),
  );
  return parts.platform.authorizationUrl({ redirectUri: redirectUri(parts.appUrl), state, codeChallenge });
}

/** What the browser brings back from the consent screen. */
export interface BroughtBack {
  code: string;
  taskId: number;
  state?: string | undefined;
}

/**
 * Turns the code into a connected channel. The code works only with the verifier that this very session has left here
 * (docs/decisions/0005), and only once.
 */
export async function connectChannel(parts: Parts, run: Run, actor: Actor, brought: BroughtBack) {
  const codeVerifier = await run(actor, (ctx) => redeemConsent(ctx, brought));
  if (codeVerifier === null) {
    throw publishingError("consent_refused", {
      message: "That sign-in took too long, was used already, or began in another browser. Connect again.",
    });
  }
  try {
    const { code } = brought;
    const tokens = await parts.platform.exchangeCode({
      code,
      codeVerifier,
      redirectUri: redirectUri(parts.appUrl),
    });
    const channel = await parts.platform.channel(tokens.accessToken);
    return await run(actor, async (ctx) => {
      const row: ChannelRow = {
        personId: actor.id,
        channelId: channel.id,
        title: channel.title,
        pictureUrl: channel.pictureUrl ?? "",
        uploadsPlaylistId: channel.uploadsPlaylistId,
        ...encryptTokens(ctx.keyring, tokens),
        brokenAt: null,
        connectedAt: ctx.now,
        checkedAt: ctx.now,
      };
      await saveChannel(ctx.tx, row);
      return { channel: presentChannel(row) };
    });
  } catch (error) {
    throw asReply(error);
  }
}

/** Ends the connection at the platform, then forgets its tokens. A connection that was dead already is just forgotten. */
export async function disconnectChannel(parts: Parts, run: Run, actor: Actor): Promise<void> {
  const connected = await run(actor, async (ctx) => {
    const row = await findChannel(ctx.tx, actor.id);
    return row && { row, refreshToken: openRefreshToken(ctx.keyring, row) };
  });
  if (!connected) return;
  try {
    if (!connected.row.brokenAt) await parts.platform.revoke(connected.refreshToken);
  } catch (error) {
    throw asReply(error);
  }
  await run(actor, (ctx) => deleteChannel(ctx.tx, connected.row));
}

/** Ends the connection of somebody who has left. A platform that is away is asked again; another answer ends it here. */
export async function revokeLeft(parts: Pick<PublishingParts, "platform" | "run">, personId: number) {
  const { platform, run } = parts;
  const left = await run(null, async (ctx) => {
    const row = await findChannel(ctx.tx, personId);
    return row && { row, refreshToken: openRefreshToken(ctx.keyring, row) };
  });
  if (!left) return;
  await platform.revoke(left.refreshToken).catch((error: unknown) => {
    const failure = readFailure(error);
    if (!failure || failure.kind === "retry") throw error;
  });
  await run(null, (ctx) => deleteChannel(ctx.tx, left.row));
}

/** A connection that the platform still accepted when it was last used. Its scopes were checked when it was made. */
export function isUsable(row: ChannelRow | null): row is ChannelRow {
  return row !== null && row.brokenAt === null;
}

/** The verifier of the actor's consent; gone after the first look at it, whatever comes of it. */
async function redeemConsent(ctx: Context, brought: BroughtBack): Promise<string | null> {
  await taskFor(ctx, brought.taskId);
  const actor = actorOf(ctx);
  const consent = await takeConsent(ctx.tx, actor.id);
  if (!consent || consent.sessionId !== actor.sessionId || consent.expiresAt <= ctx.now) return null;
  if (brought.state !== undefined && !sameText(hashOf(brought.state), consent.stateHash)) return null;
  return ctx.keyring.decrypt("publishing.verifier", consent.encryptedCodeVerifier);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
