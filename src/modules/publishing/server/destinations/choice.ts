import type { Context, ReadContext } from "#core/server/context.ts";
import { destinationsError, type TaskChoice } from "#modules/publishing/contract/destinations.ts";
import { publishingError } from "#modules/publishing/contract/publishing.ts";
import { publishingConsent } from "#modules/publishing/contract/start.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { destinationsChanged } from "#modules/publishing/realtime-messages.ts";
import { approvedVersion } from "#modules/review/server/public/review.ts";
import { allows } from "#modules/tasks/rules/stages.ts";
import { lockTaskFor, audience, taskFor, type TaskRow } from "#modules/tasks/server/public/tasks.ts";

import { deliveriesOfTask, type DeliveryRow } from "../deliveries/queries.ts";
import { presentDestination } from "./present.ts";
import { listChoice, type DestinationRow, listDestinations, saveChoice } from "./queries.ts";

/**
 * The destinations of a task's video. `deliveries` are those of this video that exist already; one whose video may
 * be at its destination stays. Without a choice it is the YouTube channel that was connected last. Throws `no_channel` if
 * a destination is missing or broken, and `other_channel` if the one that has the video was disconnected.
 */
export async function requireDestinations(
  ctx: ReadContext,
  task: TaskRow,
  deliveries: readonly DeliveryRow[],
): Promise<DestinationRow[]> {
  const bound = deliveries.filter(mayHaveVideo);
  for (const row of bound) if (row.step !== "done") requireConnected(row);
  const { chosen } = await chosenDestinations(ctx, task, bound);
  const unfinished = chosen.filter(({ id }) => !isDone(deliveries, id));
  const broken = unfinished.find(({ brokenAt }) => brokenAt !== null);
  if (broken) throw publishingError("no_channel", { message: reconnect(broken.title) });
  if (chosen.length === 0) throw publishingError("no_channel");
  return chosen;
}

/** The creator's destinations and those chosen for the task: by the creator, by `bound` deliveries, or by default. */
async function chosenDestinations(
  ctx: ReadContext,
  task: Pick<TaskRow, "id" | "creatorId">,
  bound: readonly DeliveryRow[],
): Promise<{ all: DestinationRow[]; chosen: DestinationRow[] }> {
  const all = await listDestinations(ctx.tx, task.creatorId);
  const choice = await listChoice(ctx.tx, task.id);
  const ids = new Set([...choice, ...bound.map(({ destinationId }) => destinationId)]);
  const chosen = ids.size > 0 ? all.filter(({ id }) => ids.has(id)) : defaultDestinations(all);
  return { all, chosen };
}

/** `chosenDestinations` for the approved version, with the deliveries that have it already. */
export async function choiceFor(ctx: ReadContext, task: Pick<TaskRow, "id" | "creatorId">) {
  const version = await approvedVersion(ctx, task.id);
  const rows = await deliveriesOfTask(ctx.tx, task.id);
  const bound = rows.filter((row) => row.videoId === version?.videoId && mayHaveVideo(row));
  return { ...(await chosenDestinations(ctx, task, bound)), bound };
}

/** The chosen and the available destinations of a task. */
export async function readChoice(ctx: ReadContext, taskId: number): Promise<TaskChoice> {
  return presentChoice(ctx, await taskFor(ctx, taskId, "publish"));
}

/** Stores the choice. Destinations that have the video already stay chosen. */
export async function chooseDestinations(
  ctx: Context,
  taskId: number,
  destinationIds: readonly string[],
): Promise<TaskChoice> {
  const task = await lockTaskFor(ctx, taskId, "publish");
  const ofCreator = new Set((await listDestinations(ctx.tx, task.creatorId)).map(({ id }) => id));
  if (destinationIds.some((id) => !ofCreator.has(id))) throw destinationsError("destination_not_found");
  if (allows(task.stage, "publish")) throw publishingError("already_publishing");
  await saveChoice(ctx.tx, taskId, [...new Set(destinationIds)]);
  ctx.notifyClients(await audience(ctx, task, "publish"), destinationsChanged, {});
  return presentChoice(ctx, task);
}

async function presentChoice(ctx: ReadContext, task: TaskRow): Promise<TaskChoice> {
  const { all, chosen, bound } = await choiceFor(ctx, task);
  return {
    destinations: all.map(presentDestination),
    chosen: chosen.map(({ id }) => id),
    fixed: bound.flatMap(({ destinationId }) => destinationId ?? []),
  };
}

/** Throws unless the destination of a failed delivery is connected. */
export function requireConnected({ destinationId, consent }: DeliveryRow): void {
  if (destinationId !== null) return;
  const { title } = publishingConsent.parse(consent).channel;
  const message = `This video is already on the channel “${title}”. Connect that channel to finish.`;
  throw publishingError("other_channel", { message });
}

/** Whether the video is at the destination, or may be because the last bytes were sent. */
export function mayHaveVideo({ platformVideoId, lastChunkAt, step }: DeliveryRow): boolean {
  return platformVideoId !== null || lastChunkAt !== null || step === "done";
}

function defaultDestinations(all: readonly DestinationRow[]): DestinationRow[] {
  const working = all.filter(({ brokenAt }) => brokenAt === null);
  const first = working.find(({ kind }) => descriptors[kind].leads) ?? working[0] ?? all[0];
  return first ? [first] : [];
}

function isDone(deliveries: readonly DeliveryRow[], destinationId: string): boolean {
  return deliveries.some((row) => row.destinationId === destinationId && row.step === "done");
}

export function reconnect(title: string): string {
  return `The connection to “${title}” is broken. Reconnect it first.`;
}
