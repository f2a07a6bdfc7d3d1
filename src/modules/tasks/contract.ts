import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent, defineRealtimeMessage } from "#core/event.ts";
import { booleanText, idText, jsonText } from "#core/form-text.ts";
import { pageQuery } from "#core/page.ts";
import { creatorOfTask, creators, membersOfTask, signedIn } from "#core/permission.ts";
import { personCard } from "#modules/accounts/contract.ts";
import { largestAttachment, thumbnailLimit } from "#modules/media/rules.ts";

import { deadlineMoment, mostAttachments, stages, taskOrders } from "./rules.ts";
import { longestDescriptionBytes, longestTitle, utf8Bytes } from "./rules/platform-limits.ts";

/** A version that has arrived and can't be watched: it is being made watchable, or was refused. */
const arrival = z.object({
  version: z.number().int(),
  fileName: z.string(),
  /** Why the file can't be used, as it was said to the editor; null while it is made watchable. */
  refusal: z.string().nullable(),
});
export type Arrival = z.output<typeof arrival>;

/** A task as both of its people see it (specification, section 3). */
export const task = z.object({
  id: z.number().int(),
  taskTitle: z.string(),
  workDescription: z.string(),
  deadline: z.iso.datetime(),
  isCompleted: z.boolean(),
  stage: z.enum(stages),
  editor: personCard,
  youtuber: personCard,
  title: z.string(),
  description: z.string(),
  madeForKids: z.boolean(),
  tags: z.array(z.string()),
  thumbnail: z.string().nullable(),
  attachments: z.array(z.string()),
  /** Number of the newest version that could be watched; 0 where there was none, or it turned out not to be usable. */
  version: z.number().int(),
  /** The newest upload of the present editor where nothing can be watched of it, else null. */
  arrival: arrival.nullable(),
  /** End of the review window of the version in review, else null. */
  reviewEndsAt: z.iso.datetime().nullable(),
  /** The poster of the newest version that can be watched, signed for the reader. */
  posterUrl: z.string().nullable(),
  /** The creator's words with the last rejection, null when none stands. */
  feedback: z.string().nullable(),
  /** Publishing has come back without an end; the creator can see why and go on. */
  publishFailed: z.boolean(),
  /** Where the published video can be watched. */
  watchUrl: z.string().nullable(),
  /** How the creator rates the editor's work on it, 1 to 5, and since when; null until they do. */
  stars: z.number().int().min(1).max(5).nullable(),
  ratedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Task = z.output<typeof task>;

/** Text that the database can store. */
const words = (missing?: string) =>
  z
    .string(missing)
    .refine((text) => !text.includes("\0"), "This text holds a character that can't be stored.");

const tagList = z.array(words().trim().min(1).max(100)).max(100);

/** What a creator writes. Lengths follow the platform (video platform reference 2.4) where it has a rule. */
export const taskDraft = z.object({
  taskTitle: words("Task title is required")
    .trim()
    .min(1, "Task title is required")
    .max(200, "Keep the task title within 200 characters."),
  workDescription: words("Work description is required")
    .trim()
    .min(1, "Work description is required")
    .max(10_000, "Keep the work description within 10,000 characters."),
  deadline: z
    .string("Deadline is required")
    .min(1, "Deadline is required")
    .refine((text) => deadlineMoment(text) !== null, "Deadline is required"),
  assignedTo: words("Please select an editor").trim().min(1, "Please select an editor").max(50),
  title: words()
    .trim()
    // In UTF-16 units, which zod's own max() does not count.
    .refine(
      (text) => text.length <= longestTitle,
      `YouTube takes at most ${longestTitle} characters in a title.`,
    ),
  description: words().refine(
    (text) => utf8Bytes(text) <= longestDescriptionBytes,
    "YouTube takes at most 5,000 bytes in a description.",
  ),
  madeForKids: z.boolean(),
  tags: tagList,
});
export type TaskDraft = z.output<typeof taskDraft>;

/** The same as a form carries it: lists and booleans are text, the video's details may be left out. */
const taskFields = taskDraft.extend({
  title: taskDraft.shape.title.default(""),
  description: taskDraft.shape.description.default(""),
  madeForKids: booleanText.default(false),
  tags: jsonText(tagList).default([]),
});

const taskFiles = {
  files: { kind: "image-or-video", maxBytes: largestAttachment, most: mostAttachments },
  thumbnail: { kind: "image", maxBytes: thumbnailLimit, most: 1 },
} as const;

const taskId = z.object({ id: idText });

export const tasksEndpoints = {
  fetchTasks: endpoint({
    method: "GET",
    path: "/task/fetch-tasks",
    permission: signedIn,
    summary: "The reader's tasks; a creator's assigned ones or an editor's received ones",
    query: pageQuery.extend({
      completed: z.enum(["true", "false"]).optional(),
      stage: z.enum(stages).optional(),
      /** Only those whose next step is the editor's upload. */
      waiting: z.enum(["true"]).optional(),
      sort: z.enum(taskOrders).default("newest"),
      /** Part of the task's texts or of the other person's name. */
      search: words().trim().max(100).optional(),
    }),
    response: z.array(task),
    paginated: true,
    message: "Here are your tasks.",
  }),
  countTasks: endpoint({
    method: "GET",
    path: "/task/counts",
    permission: signedIn,
    summary: "How many of the reader's tasks are open and completed",
    response: z.object({ assigned: z.number().int(), completed: z.number().int() }),
    message: "Here are your counts.",
  }),
  fetchTask: endpoint({
    method: "GET",
    path: "/task/fetch-task/:id",
    permission: membersOfTask,
    summary: "One task",
    params: taskId,
    response: task,
    message: "Here is the task.",
  }),
  createTask: endpoint({
    method: "POST",
    path: "/task/create-task",
    permission: creators,
    summary: "Create a task and assign it to an editor",
    form: { fields: taskFields, files: taskFiles },
    response: task,
    message: "Task saved successfully!",
    also: "task",
  }),
  updateTask: endpoint({
    method: "PATCH",
    path: "/task/update-task/:id",
    permission: creatorOfTask,
    summary: "Change a task; `oldAttachments` lists the attachments that stay",
    params: taskId,
    form: {
      fields: taskFields.extend({
        oldAttachments: jsonText(z.array(z.string())).optional(),
        /** `true` takes the present thumbnail away. */
        removeThumbnail: booleanText.optional(),
      }),
      files: taskFiles,
    },
    response: task,
    message: "Task saved successfully!",
    also: "task",
  }),
  cancelTask: endpoint({
    method: "POST",
    path: "/task/cancel-task/:id",
    permission: creatorOfTask,
    summary: "Cancel a task before it is published",
    params: taskId,
    response: task,
    message: "The task is cancelled.",
  }),
};

export const tasksError = defineErrors({
  task_not_found: {
    status: 404,
    message: "We can't find that task. It may have been removed, or it isn't yours.",
  },
  only_editors: { status: 422, message: "Only an editor can be assigned" },
  editor_not_found: { status: 422, message: "Nobody has that name. Pick an editor from the list." },
  wrong_stage: {
    status: 409,
    message: "The task has moved on, so that can't be done any more. Reload to see it.",
  },
  still_publishing: {
    status: 409,
    message: "One of your videos is on its way to YouTube. Wait until it is published, then try again.",
  },
  too_many_attachments: {
    status: 422,
    message: `A task holds up to ${mostAttachments} reference files. Remove some of them first.`,
  },
  editor_fixed: {
    status: 409,
    message: "A version is in review or approved, so the editor can't be changed now.",
  },
});

const aboutTask = z.object({ taskId: z.number() });

export const taskCreated = defineEvent("tasks.created", aboutTask);
/** The brief, deadline, people or details were changed by the creator. */
export const taskEdited = defineEvent(
  "tasks.edited",
  // Who had the task until now, where the editor was changed.
  aboutTask.extend({ formerEditorId: z.number().nullable().default(null) }),
);
/** The task waits for its editor, and its deadline is a day away. */
export const taskDueSoon = defineEvent("tasks.due_soon", aboutTask);
export const taskMoved = defineEvent(
  "tasks.moved",
  aboutTask.extend({ from: z.enum(stages), to: z.enum(stages) }),
);

/** The task's editor has deleted their account. What they have delivered stays. */
export const editorAccountDeleted = defineEvent(
  "tasks.editor_left",
  aboutTask.extend({ editorId: z.number() }),
);

/** Anything visible of a task has changed; cards, previews and progress refetch. */
export const taskChanged = defineRealtimeMessage("task_changed", aboutTask);
