/** Sort orders of the task list; `waiting` begins with the tasks that wait for the user, and is newest first in both parts. */
export const taskOrders = ["waiting", "newest", "deadline"] as const;
export type TaskOrder = (typeof taskOrders)[number];

/** The tasks with a saved one: it replaces the fields of the task with its id, or else `added` is put in front. */
export function replaceOrAdd<T extends { id: number }>(
  tasks: readonly T[],
  saved: Partial<T> & { id: number },
  added: T,
): T[] {
  const isListed = tasks.some(({ id }) => id === saved.id);
  return isListed
    ? tasks.map((task) => (task.id === saved.id ? { ...task, ...saved } : task))
    : [added, ...tasks];
}
