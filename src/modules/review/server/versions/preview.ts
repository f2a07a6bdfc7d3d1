import type { Context, ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import type { Playback } from "#modules/media/contract/videos.ts";
import { videoFailureMessage } from "#modules/media/rules/video-failures.ts";
import { downloadAddress, videoPlayback } from "#modules/media/server/public/media.ts";
import { requestConversion } from "#modules/media/server/public/request-conversion.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { isFormerMember } from "#modules/people/rules/former-member.ts";
import { personCards, requireCard } from "#modules/people/server/public/people.ts";
import { type Preview, reviewError, type Version } from "#modules/review/contract/versions.ts";
import { watchable } from "#modules/review/rules/versions.ts";
import { parseChapters } from "#modules/tasks/rules/chapters.ts";
import { activeEditor } from "#modules/tasks/rules/stages.ts";
import { presentContributors } from "#modules/tasks/server/public/contributors.ts";
import { editorIds, lockTaskFor, taskFor, type TaskRow } from "#modules/tasks/server/public/tasks.ts";

import { presentApprovals } from "../approvals/approvals.ts";
import { listVersions, newestVersionIn, type VersionWithVideo } from "./queries.ts";

/**
 * The preview of a task, of the version with this number or else the current one. 404 without
 * access to the task, and `unknown_version`.
 */
export async function videoPreview(ctx: ReadContext, taskId: number, number?: number): Promise<Preview> {
  const task = await taskFor(ctx, taskId, "view");
  const all = await listVersions(ctx.tx, taskId, number);
  const newest = all[0] ?? null;
  const current = all.find(({ state }) => watchable(state)) ?? newest;
  const selected = number === undefined ? current : all.find((version) => version.number === number);
  if (selected === undefined) throw reviewError("unknown_version");
  const playback = selected && (await playbackOfVersion(ctx, selected));
  const [people, contributors, approvals] = await together([
    personCards(ctx, [...editorIds(task), task.creatorId]),
    presentContributors(ctx, taskId),
    previewApprovals(ctx, task, selected),
  ]);
  return {
    taskId,
    taskTitle: task.taskTitle,
    stage: task.stage,
    editedVideoUrl: playback?.fileUrl ?? playback?.playlistUrl ?? null,
    abilities: task.abilities,
    editor: task.editorId === null ? nobody : personFace(people, task.editorId),
    editorLeft: hasLeft(task, people),
    youtuber: personFace(people, task.creatorId),
    version: selected && presentVersion(selected),
    current: current && current !== selected ? presentVersion(current) : null,
    next: newest && newest !== current ? presentVersion(newest) : null,
    comparable:
      selected && isPlayable(selected)
        ? all.filter((each) => each !== selected && isPlayable(each)).map(({ number: each }) => each)
        : [],
    chapters: parseChapters(task.description, playback?.durationSeconds).chapters,
    approvals,
    contributors,
    playback,
  };
}

/** The URL of the video in `videoPreview`; 404 `nothing_to_review` while there is none. */
export async function previewUrl(ctx: ReadContext, taskId: number): Promise<string> {
  const { editedVideoUrl } = await videoPreview(ctx, taskId);
  if (editedVideoUrl === null) throw reviewError("nothing_to_review");
  return editedVideoUrl;
}

/** Has the video of a version converted. 404 for a task of others, and `unknown_version`. */
export async function convertVersion(
  ctx: Context,
  { taskId, version }: { taskId: number; version: number },
): Promise<null> {
  await lockTaskFor(ctx, taskId, "view");
  const row = (await listVersions(ctx.tx, taskId, version)).find(({ number }) => number === version);
  if (!row) throw reviewError("unknown_version");
  await requestConversion(ctx, row.videoId);
  return null;
}

/**
 * A URL by which the creator saves the original of the approved version. 404 if it is not the actor's task, and
 * `no_original`.
 */
export async function originalAddress(ctx: ReadContext, taskId: number): Promise<{ url: string }> {
  await taskFor(ctx, taskId, "publish");
  const number = (await newestVersionIn(ctx.tx, taskId, ["approved"]))?.number;
  const approved = (await listVersions(ctx.tx, taskId, number)).find((version) => version.number === number);
  if (!approved || !isPlayable(approved)) throw reviewError("no_original");
  return { url: await downloadAddress(ctx, approved.videoId, approved.reviewEndsAt) };
}

/** The newest 100 versions of a task, newest first; 404 without access to it. */
export async function listTaskVersions(ctx: ReadContext, taskId: number): Promise<Version[]> {
  await taskFor(ctx, taskId, "view");
  return (await listVersions(ctx.tx, taskId)).map(presentVersion);
}

/** The approvals of the shown version; none while there is no version. */
async function previewApprovals(ctx: ReadContext, task: TaskRow, shown: VersionWithVideo | null) {
  return shown ? presentApprovals(ctx, task, shown.number) : [];
}

function hasLeft(task: TaskRow, people: ReadonlyMap<number, PersonCard>): boolean {
  const editorId = activeEditor(task);
  const editor = editorId === null ? undefined : people.get(editorId);
  if (editorId === null) return true;
  return editor !== undefined && (isFormerMember(editor) || editor.suspended === true);
}

/** The editor of a task that is waiting for an invited person. */
const nobody: Preview["editor"] = { name: "", role: "NORMAL", profileImgUrl: "" };

/** The playback of a version that is prepared, can be watched, or is kept for comparison, otherwise null. */
async function playbackOfVersion(
  ctx: ReadContext,
  { state, videoId, reviewEndsAt }: VersionWithVideo,
): Promise<Playback | null> {
  if (!watchable(state) && state !== "preparing" && state !== "superseded") return null;
  const playback = await videoPlayback(ctx, videoId, reviewEndsAt);
  return state === "superseded" && playback.kept === null ? null : playback;
}

/** Whether players can show the version: all of its video, or what was kept of it for comparison. */
export function isPlayable({
  state,
  videoState,
  keptFile,
}: Pick<VersionWithVideo, "state" | "videoState" | "keptFile">): boolean {
  return watchable(state) ? videoState === "ready" : state === "superseded" && keptFile !== null;
}

function presentVersion(row: VersionWithVideo): Version {
  return {
    number: row.number,
    state: row.state,
    fileName: row.fileName,
    bytes: row.bytes,
    rate: row.rate,
    createdAt: row.createdAt.toISOString(),
    reviewEndsAt: row.reviewEndsAt?.toISOString() ?? null,
    feedback: row.feedback,
    refusal: row.failure && videoFailureMessage(row.failure),
    withdrawalReason: row.withdrawalReason,
    extended: row.extendedAt !== null,
    extensionRequested: row.extensionRequestedAt !== null,
    playable: isPlayable(row),
    windowSeconds: row.windowSeconds,
    windowSecondsLeft: row.state === "approved" ? row.windowSecondsLeft : null,
  };
}

function personFace(people: ReadonlyMap<number, PersonCard>, id: number): Preview["editor"] {
  const { name, role, profileImgUrl } = requireCard(people, id);
  return { name, role, profileImgUrl };
}
