import { z } from "zod";

import { formDrafts } from "#core/web/form-drafts.ts";
import { type TaskFormValues, taskFormValues } from "#modules/tasks/contract/task-form.ts";

import { taskDraftsKey } from "../storage-keys.ts";

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
  } satisfies Record<keyof TaskFormValues, z.ZodType>)
  .partial();

/** Unsaved changes of the task form, by task: its id, "new", or what it is a copy of. */
export const taskDrafts = formDrafts(taskDraftsKey, unsavedChanges);
