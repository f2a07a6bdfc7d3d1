import type { Progress } from "../contract.ts";
import { type DeliveryStep, percentSent, stageOfStep } from "../rules/progress.ts";
import { recoveryActionsFor } from "../rules/recovery-actions.ts";
import type { ChannelRow } from "./store/channels.ts";
import type { DeliveryRow } from "./store/deliveries.ts";

export function presentChannel(row: Pick<ChannelRow, "channelId" | "title" | "pictureUrl">) {
  return { id: row.channelId, title: row.title, pictureUrl: row.pictureUrl };
}

/** Where a delivery stands, the same after a reload or a restart. */
export function presentProgress(
  row: DeliveryRow,
  more: { title: string; channel: ChannelRow | null; sandbox: boolean },
): Progress {
  const failed = row.problem !== null;
  return {
    taskId: row.taskId,
    title: more.title,
    stage: failed ? "ERROR" : stageOfStep[row.step],
    failedStage: failed ? stageOfStep[row.step] : null,
    percent: isUploaded(row.step) ? 100 : percentSent(row.sentBytes, row.bytes),
    sentBytes: row.sentBytes,
    totalBytes: row.bytes,
    videoId: row.platformVideoId,
    watchUrl: row.watchUrl,
    channel: more.channel && presentChannel(more.channel),
    visibility: row.visibility,
    publishAt: row.publishAt?.toISOString() ?? null,
    shownVisibility: row.shownVisibility,
    problem: row.problem,
    recoveryActions: failed ? recoveryActionsFor(row.problemCode ?? "", row.step) : [],
    sandbox: more.sandbox,
  };
}

function isUploaded(step: DeliveryStep): boolean {
  return step !== "upload";
}
