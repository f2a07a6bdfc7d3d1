/** The place where a user finds a file. The module of each kind decides on access; `id` is that of the task, or of the conversation. */
export interface FileOwner {
  kind: "task" | "comments" | "conversation" | "results";
  id: number;
}

/** The owner of a video, which belongs to a task; null while no action has claimed it. */
export function taskOwner(taskId: number | null): FileOwner | null {
  return taskId === null ? null : { kind: "task", id: taskId };
}

/** The owner as the text in signed addresses, such as `task:12`. */
export function ownerText({ kind, id }: FileOwner): string {
  return `${kind}:${id}`;
}
