import { randomUUID } from "node:crypto";

import { currentActor, type Context } from "#core/server/context.ts";
import { type Download, footageError, type Selection } from "#modules/footage/contract/files.ts";
import { portableName } from "#modules/footage/rules/download-paths.ts";
import { maxTaskFiles } from "#modules/footage/rules/limits.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import { findSelected } from "../files/queries.ts";
import { archiveLayout, isDownloadable, zipAddress } from "./archive.ts";
import { insertDownload } from "./queries.ts";

/** Stores which files the actor downloads. Throws `nothing_to_download` if none of them can be. */
export async function createDownload(
  ctx: Context,
  taskId: number,
  { fileIds, folders }: Required<Selection>,
): Promise<Download> {
  const { taskTitle } = await taskFor(ctx, taskId, "view");
  const rows = await findSelected(ctx.tx, taskId, { fileIds, folders });
  const chosen = rows.filter(isDownloadable).slice(0, maxTaskFiles);
  if (chosen.length === 0) throw footageError("nothing_to_download");
  const id = randomUUID();
  const name = `${portableName(taskTitle.trim() || "Files")}.zip`;
  await insertDownload(ctx.tx, {
    id,
    taskId,
    name,
    personId: currentActor(ctx).id,
    fileIds: chosen.map(({ file }) => file.fileId),
    readAt: ctx.now,
  });
  const { bytes } = await archiveLayout(ctx, chosen);
  return {
    id,
    url: zipAddress(id, name),
    name,
    bytes,
    files: chosen.length,
    omitted: rows.length - chosen.length,
  };
}
