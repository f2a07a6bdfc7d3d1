/** Kinds of places where users find files. */
export const fileOwnerKinds = ["task", "comments", "conversation", "results", "footage"] as const;

/**
 * The place where a user finds a file. The module of each kind decides on access; `id` is that of the conversation, or of the task, whose
 * `footage` is apart from its other files.
 */
export interface FileOwner {
  kind: (typeof fileOwnerKinds)[number];
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

/** The owner that `ownerText` has written. Throws for any other text. */
export function parseOwner(text: string): FileOwner {
  const [name, id] = text.split(":");
  const kind = fileOwnerKinds.find((each) => each === name);
  if (!kind || !id || !/^\d+$/.test(id)) throw new TypeError(`“${text}” is no owner of files.`);
  return { kind, id: Number(id) };
}
