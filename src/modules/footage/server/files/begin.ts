import { currentActor, type Context } from "#core/server/context.ts";
import { type AnnouncedFile, type AnnouncedResult, footageError } from "#modules/footage/contract/files.ts";
import { footageKind } from "#modules/footage/rules/kinds.ts";
import { maxTaskFiles } from "#modules/footage/rules/limits.ts";
import { splitPath } from "#modules/footage/rules/numbered-paths.ts";
import { beginFileUploads, type OpenFileUpload } from "#modules/media/server/public/file-uploads.ts";
import { removeFiles } from "#modules/media/server/public/media.ts";
import { lockPerson } from "#modules/people/server/public/people.ts";
import { lockTaskFor } from "#modules/tasks/server/public/tasks.ts";

import { placeOfSender } from "../access.ts";
import type { FootageDependencies } from "../dependencies.ts";
import { findNextSteps, type Sender, type SentFile } from "./next-steps.ts";
import { countFiles, deleteRows, insertFootage } from "./queries.ts";

/**
 * The next steps for files that the actor is about to send, in their order. Uploads are opened for those that aren't there; the same ones
 * in progress are continued. Throws `creator_gone`, `too_many_files`, and what `beginFileUploads` throws; then none is opened.
 */
export async function beginFiles(
  ctx: Context,
  { storage }: Pick<FootageDependencies, "storage">,
  { taskId, files }: { taskId: number; files: readonly AnnouncedFile[] },
): Promise<AnnouncedResult[]> {
  const task = await lockTaskFor(ctx, taskId, "attach");
  // Files that begin beside the deletion of the account are deleted by it, or refused here.
  if (!(await lockPerson(ctx, task.creatorId))) throw footageError("creator_gone");
  const personId = currentActor(ctx).id;
  const sender = { taskId, personId, deliveredBy: placeOfSender(task, personId) };
  const steps = await findNextSteps(ctx, sender, files);
  const sent = steps.filter((step) => "path" in step);
  await removeReplaced(ctx, sent);
  await requireCount(ctx, taskId, sent);
  const uploads = await beginFileUploads(ctx, storage, {
    owner: { kind: "footage", id: taskId },
    accountId: task.creatorId,
    files: sent.map(({ announced: { bytes, lastModified }, path }) => ({
      name: splitPath(path).name,
      bytes,
      fingerprint: `${lastModified}:${path}`,
    })),
  });
  const opened = new Map(sent.map((step, at) => [step, uploads[at]]));
  const requireUpload = (step: SentFile): OpenFileUpload => {
    const upload = opened.get(step);
    if (!upload) throw new Error(`The upload of “${step.path}” was not opened.`);
    return upload;
  };
  await insertFootage(
    ctx.tx,
    sent
      .filter(({ isContinued }) => !isContinued)
      .map((step) => newRow(sender, step, requireUpload(step).fileId)),
  );
  return steps.map((step) => {
    if (!("path" in step)) return step;
    const { fileId, uploadUrl, received, bytes } = requireUpload(step);
    return { result: "send", fileId, uploadUrl, received, bytes };
  });
}

async function removeReplaced(ctx: Context, sent: readonly SentFile[]): Promise<void> {
  const replaced = sent.flatMap(({ replaces }) => replaces ?? []);
  if (replaced.length === 0) return;
  await deleteRows(ctx.tx, replaced);
  await removeFiles(ctx, replaced);
}

/** Throws `too_many_files`. */
async function requireCount(ctx: Context, taskId: number, sent: readonly SentFile[]): Promise<void> {
  const added = sent.filter(({ isContinued }) => !isContinued).length;
  if (added > 0 && (await countFiles(ctx.tx, taskId)) + added > maxTaskFiles) {
    throw footageError("too_many_files");
  }
}

function newRow(
  { taskId, personId, deliveredBy }: Sender,
  { announced: { lastModified }, path }: SentFile,
  fileId: string,
) {
  const { folder, name } = splitPath(path);
  return {
    taskId,
    fileId,
    deliveredBy,
    folder,
    name,
    kind: footageKind(name),
    sentBy: personId,
    lastModified,
  };
}
