const prefix = "results:";

/** The owner of the pictures that are kept of a task's published video. */
export function ownerOfResults(taskId: number): string {
  return prefix + taskId;
}

/** The id of the task whose results an owner names, or null. */
export function taskOfResults(owner: string): number | null {
  const id = owner.startsWith(prefix) ? Number(owner.slice(prefix.length)) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}
