import type { TaskRow } from "./queries.ts";

/** Ids of the task's attachments and thumbnail. */
export function taskFileIds(row: Pick<TaskRow, "attachmentFileIds" | "thumbnailFileId">): string[] {
  return row.thumbnailFileId ? [...row.attachmentFileIds, row.thumbnailFileId] : row.attachmentFileIds;
}
