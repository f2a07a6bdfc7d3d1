import type { z } from "zod";

import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { listFindings } from "#modules/checks/server/public/checks.ts";
import { videoFormat, posterAddresses } from "#modules/media/server/public/media.ts";
import type { Progress } from "#modules/publishing/contract/deliveries.ts";
import { publishingError } from "#modules/publishing/contract/publishing.ts";
import type {
  PublishingConsent,
  PublishSummary,
  startEndpoints,
} from "#modules/publishing/contract/start.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { consentTextFor, termsUrlFor } from "#modules/publishing/rules/consent.ts";
import { isPublishTimeAllowed } from "#modules/publishing/rules/progress.ts";
import { isShort } from "#modules/publishing/rules/shorts.ts";
import {
  advanceTask,
  lockTaskFor,
  presentTask,
  taskFor,
  type TaskRow,
} from "#modules/tasks/server/public/tasks.ts";

import { type Platform, presentChannel, readProgress } from "../deliveries/progress.ts";
import { requirePublishable, requireTexts } from "../deliveries/publishable.ts";
import { changeDelivery, deleteDelivery, restartChange, saveDelivery } from "../deliveries/queries.ts";
import { mayHaveVideo, requireDestinations } from "../destinations/choice.ts";
import { type DestinationRow, lockDestinations } from "../destinations/queries.ts";
import { listCaptions, readOptions, saveOptions } from "../details/queries.ts";
import { continueSteps } from "../operations/request.ts";
import { settleTask } from "../operations/settle.ts";

/** Summary of the publication for the creator's agreement: the video, and the channel of each destination. */
export async function summarize(
  ctx: ReadContext,
  taskId: number,
  { sandbox }: Pick<Platform, "sandbox">,
): Promise<PublishSummary> {
  const task = await taskFor(ctx, taskId, "publish");
  const { original, videoId, deliveries } = await requirePublishable(ctx, task);
  const destinations = await requireDestinations(ctx, task, deliveries);
  requireTexts(
    task,
    destinations.map(({ kind }) => kind),
  );
  const { thumbnail } = await presentTask(ctx, task);
  const kinds = destinations.map(({ kind }) => kind);
  const posters = await posterAddresses(ctx, [videoId]);
  const format = await videoFormat(ctx, videoId);
  return {
    taskId,
    title: task.title,
    thumbnail,
    posterUrl: posters.get(videoId) ?? null,
    ...(await describedBy(ctx, task, destinations)),
    madeForKids: task.madeForKids,
    fileName: format?.fileName ?? "",
    bytes: original.bytes,
    short: isShort(kinds, format),
    channel: presentChannel(leadingDestination(destinations)),
    destinations: destinations.map(presentDestination),
    termsUrl: termsUrlFor(kinds),
    sandbox: sandbox && kinds.some((kind) => descriptors[kind].sandboxed),
  };
}

export type Start = z.output<typeof startEndpoints.startDelivery.body>;

/**
 * Stores the creator's publishing consent and starts the deliveries of the approved version, or continues failed ones. A
 * video that is at a destination already is not uploaded there again.
 */
export async function startDelivery(ctx: Context, start: Start, platform: Platform): Promise<Progress> {
  const { taskId } = start;
  const publishAt = chosenPublishTime(start, ctx.now);
  const task = await lockTaskFor(ctx, taskId, "publish");
  const { version, original, videoId, deliveries, all } = await requirePublishable(ctx, task);
  const destinations = await requireDestinations(ctx, task, deliveries);
  requireTexts(
    task,
    destinations.map(({ kind }) => kind),
  );
  const acceptedFindings = await listAccepted(ctx, { taskId, version });
  const ids = destinations.map(({ id }) => id);
  const chosen = new Set<string | null>(ids);
  // Another window may disconnect one at this moment.
  if ((await lockDestinations(ctx.tx, ids)).length < ids.length) throw publishingError("no_channel");
  for (const row of all) {
    const remains = row.videoId === videoId && (mayHaveVideo(row) || chosen.has(row.destinationId));
    if (!remains) await deleteDelivery(ctx.tx, row.id);
  }
  await advanceTask(ctx, taskId, "start_publishing");
  await changeSyntheticMedia(ctx, start);
  // The certification that was shown.
  const text = consentTextFor(destinations.map(({ kind }) => kind));
  for (const destination of destinations) {
    const before = deliveries.find(({ destinationId }) => destinationId === destination.id);
    if (before?.step === "done") continue;
    const details = await describedBy(ctx, task, [destination]);
    const consent: PublishingConsent = {
      personId: currentActor(ctx).id,
      agreedAt: ctx.now.toISOString(),
      channel: presentChannel(destination),
      title: task.title,
      visibility: start.visibility,
      publishAt: publishAt?.toISOString() ?? null,
      madeForKids: task.madeForKids,
      syntheticMedia: details.options.syntheticMedia,
      termsUrl: termsUrlFor([destination.kind]),
      text,
      acceptedFindings,
      details,
    };
    const agreed = { visibility: start.visibility, publishAt, consent };
    const delivery = before
      ? await changeDelivery(ctx.tx, before.id, { ...agreed, ...restartChange(before, ctx.now) })
      : await saveDelivery(ctx.tx, {
          ...agreed,
          taskId,
          destinationId: destination.id,
          kind: destination.kind,
          personId: task.creatorId,
          videoId,
          bytes: original.bytes,
          step: "upload",
          startedAt: ctx.now,
        });
    await continueSteps(ctx, delivery);
  }
  await settleTask(ctx, taskId);
  return readProgress(ctx, taskId, platform);
}

/** The accepted findings of the version, for the agreement. */
async function listAccepted(ctx: ReadContext, version: { taskId: number; version: number }) {
  const { findings } = await listFindings(ctx, version);
  return findings.flatMap(({ label, text, acceptance }) =>
    acceptance
      ? [{ label, text, personId: acceptance.by.id, acceptedAt: acceptance.at, reason: acceptance.text }]
      : [],
  );
}

/** Details for these destinations besides title, audience and visibility. */
async function describedBy(
  ctx: ReadContext,
  { id, description, tags }: TaskRow,
  destinations: readonly DestinationRow[],
) {
  const { playlists, ...options } = await readOptions(ctx.tx, id);
  const ofDestinations = playlists.filter((each) =>
    destinations.some((row) => row.id === each.destinationId),
  );
  const captions = (await listCaptions(ctx.tx, id)).map(({ language, name, fileName }) => {
    return { language, name, fileName };
  });
  return { description, tags, options: { ...options, playlists: ofDestinations }, captions };
}

/** Stores the declaration of a start that has one. */
async function changeSyntheticMedia(ctx: Context, { taskId, syntheticMedia }: Start): Promise<void> {
  if (syntheticMedia === undefined) return;
  await saveOptions(ctx.tx, taskId, { ...(await readOptions(ctx.tx, taskId)), syntheticMedia });
}

function presentDestination({ id, kind, title, pictureUrl }: DestinationRow) {
  return { id, kind, title, pictureUrl };
}

/** The destination that stands for all where only one is shown. */
function leadingDestination(destinations: readonly DestinationRow[]): DestinationRow {
  const leading = destinations.find(({ kind }) => descriptors[kind].leads) ?? destinations[0];
  if (!leading) throw publishingError("no_channel");
  return leading;
}

function chosenPublishTime(start: Start, now: Date): Date | null {
  if (start.publishAt === undefined) return null;
  const publishAt = new Date(start.publishAt);
  if (start.visibility === "public" && isPublishTimeAllowed(publishAt, now)) return publishAt;
  const { message } = publishingError("publish_time");
  throw publishingError("publish_time", { issues: [{ path: "publishAt", message }] });
}
