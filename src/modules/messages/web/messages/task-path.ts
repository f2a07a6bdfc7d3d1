import { checkProgressPath, previewPath, tasksPath } from "#core/paths.ts";
import type { Message } from "#modules/messages/contract/messages.ts";

/** The page on which the reader continues with a task, or sees the version that a message is about. */
export function taskPath(
  task: NonNullable<Message["task"]>,
  readerId: number,
  version: number | null = null,
): string {
  const { id, stage, youtuberId } = task;
  if (version !== null) return previewPath(id, version);
  if (stage === "assigned") return tasksPath(youtuberId === readerId ? "YOUTUBER" : "EDITOR", id);
  if (stage === "published" && youtuberId === readerId) return checkProgressPath(id);
  return previewPath(id);
}
