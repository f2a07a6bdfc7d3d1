import { z } from "zod";

import { type TaskFormValues, taskFormValues } from "../contract/task-form.ts";
import { taskDraftsKey } from "./storage-keys.ts";

/** Unsaved changes of the task form: the values that differ from the saved ones. Chosen files are not stored. */
export type UnsavedChanges = Partial<TaskFormValues>;

const unsavedChanges = z
  .object({
    channel: z.string(),
    taskTitle: z.string(),
    workDescription: z.string(),
    deadline: z.string(),
    assignedTo: z.string(),
    invite: taskFormValues.shape.invite,
    contributors: taskFormValues.shape.contributors,
    title: z.string(),
    description: z.string(),
    madeForKids: z.boolean(),
    tags: z.array(z.string()),
  })
  .partial();

const storedDrafts = z.record(z.string(), unsavedChanges);

/** The key of a user's draft of a task: its id, "new", or what it is a copy of. */
export function draftKey(userId: number, task: number | string): string {
  return `${userId}/${task}`;
}

/** The stored changes, or null if there are none. */
export function readDraft(key: string): UnsavedChanges | null {
  return readAll()[key] ?? null;
}

/** Stores the changes, or deletes them if they are empty. */
export function writeDraft(key: string, changes: UnsavedChanges): void {
  const { [key]: _, ...others } = readAll();
  const drafts = Object.keys(changes).length === 0 ? others : { ...others, [key]: changes };
  if (Object.keys(drafts).length === 0) localStorage.removeItem(taskDraftsKey);
  else localStorage.setItem(taskDraftsKey, JSON.stringify(drafts));
}

export function clearDraft(key: string): void {
  writeDraft(key, {});
}

/** The values of the form that differ from the saved ones. */
export function changesOf(saved: TaskFormValues, values: TaskFormValues): UnsavedChanges {
  const names = Object.keys(saved) as (keyof TaskFormValues)[];
  const changed = names.filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(values[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

function readAll(): z.output<typeof storedDrafts> {
  try {
    return storedDrafts.parse(JSON.parse(localStorage.getItem(taskDraftsKey) ?? "{}"));
  } catch {
    return {};
  }
}
