import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { booleanText, idText, idTextWith, jsonText } from "#core/form-text.ts";
import { signedIn, taskAbilities } from "#core/permission.ts";
import { lineText, paragraphText } from "#core/written-text.ts";
import { maxAttachmentBytes, maxImageBytes, thumbnailLimit } from "#modules/media/rules/limits.ts";
import { personCard } from "#modules/people/contract/people.ts";
import { searchText } from "#modules/people/rules/people.ts";
import { invitee } from "#modules/sign-in/contract/invitee.ts";

import { maxDescriptionBytes, maxTitleLength, utf8Bytes } from "../rules/platform-limits.ts";
import { deadlineMoment, maxAttachments, maxReasonLength, stages } from "../rules/stages.ts";
import { videoTags } from "../rules/video-tags.ts";
import { contributor, contributorEntry } from "./contributor.ts";

const waitingFor = z.object({
  invitationId: z.string(),
  name: z.string(),
  /** `ended` if the invitation has expired or was revoked. */
  state: z.enum(["pending", "ended"]),
  expiresAt: z.iso.datetime(),
  /** The path of the invitation's link, if the creator passes it on. */
  path: z.string().nullable(),
});

/** A task as its creator and editor see it: brief, people, attachments, video details and stage. */
export const task = z.object({
  id: z.number().int(),
  taskTitle: z.string(),
  workDescription: z.string(),
  deadline: z.iso.datetime(),
  isCompleted: z.boolean(),
  stage: z.enum(stages),
  /** Null while the task is waiting for an invited person. */
  editor: personCard.nullable(),
  /** The invited person who becomes the editor by accepting; null if the task has an editor. */
  waitingFor: waitingFor.nullable(),
  youtuber: personCard,
  /** Set from when the editor declined the task until an editor is assigned. */
  declined: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
  title: z.string(),
  description: z.string(),
  madeForKids: z.boolean(),
  tags: z.array(z.string()),
  thumbnail: z.string().nullable(),
  attachments: z.array(z.string()),
  /** People who work on the task besides its editor. In lists and for a single task, and absent without any. */
  contributors: z.array(contributor).optional(),
  /** Abilities of the caller in the task. */
  abilities: z.array(z.enum(taskAbilities)),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Task = z.output<typeof task>;

/** The task form. The limits of title and description are those of the video platform. */
export const taskDraft = z.object({
  taskTitle: lineText("Task title is required")
    .min(1, "Task title is required")
    .max(200, "Keep the task title within 200 characters."),
  workDescription: paragraphText("Work description is required")
    .trim()
    .min(1, "Work description is required")
    .max(10_000, "Keep the work description within 10,000 characters."),
  /** A date or an ISO timestamp. */
  deadline: z
    .string("Deadline is required")
    .min(1, "Deadline is required")
    .refine((text) => deadlineMoment(text, "UTC") !== null, "Deadline is required"),
  assignedTo: lineText("Please select an editor").min(1, "Please select an editor").max(50),
  title: lineText()
    // The platform counts UTF-16 units; zod's max() counts code points.
    .refine(
      (text) => text.length <= maxTitleLength,
      `YouTube takes at most ${maxTitleLength} characters in a title.`,
    ),
  description: paragraphText().refine(
    (text) => utf8Bytes(text) <= maxDescriptionBytes,
    "YouTube takes at most 5,000 bytes in a description.",
  ),
  madeForKids: z.boolean(),
  tags: videoTags,
});

export type TaskDraft = z.output<typeof taskDraft>;

/** `taskDraft` as a multipart form sends it: lists and booleans are text, the video details are optional. */
const taskFields = taskDraft.extend({
  /** The editor's name; empty with `inviteEditor`, and for a task that stays waiting for an invited person. */
  assignedTo: lineText().max(50).default(""),
  /** The person to invite as the editor: `{"email": …}`, or `{"name": …}` for a link. */
  inviteEditor: jsonText(invitee).optional(),
  title: taskDraft.shape.title.default(""),
  description: taskDraft.shape.description.default(""),
  madeForKids: booleanText.default(false),
  tags: jsonText(videoTags).default([]),
  /** All contributors of the task; those of an edited one stay as they are without a list. */
  contributors: jsonText(z.array(contributorEntry)).optional(),
});

const taskFiles = {
  files: { kind: "image-or-video", maxBytes: maxAttachmentBytes, maxFiles: maxAttachments },
  thumbnail: { kind: "image", maxBytes: maxImageBytes, fitBytes: thumbnailLimit, maxFiles: 1 },
} as const;

/** Which files of the edited or copied task are kept: all without a list. */
const keptFiles = {
  oldAttachments: jsonText(z.array(z.string())).optional(),
  /** `true` removes the thumbnail. */
  removeThumbnail: booleanText.optional(),
};

/** The id of a task in a call of `/task`. */
export const taskIdText = idTextWith("Task ID is invalid or missing");

const taskId = z.object({ id: taskIdText });

export const tasksEndpoints = {
  fetchTask: endpoint({
    method: "GET",
    path: "/task/fetch-task/:id",
    permission: { task: "view" },
    summary: "One task",
    params: taskId,
    response: task,
    message: "Task loaded.",
  }),
  createTask: endpoint({
    method: "POST",
    path: "/task/create-task",
    permission: { channel: "create tasks" },
    summary:
      "Create a task of the actor, or of the creator with the ID `channel`; files of `copyOf`, another task, are kept",
    form: {
      fields: taskFields.extend({ ...keptFiles, channel: idText.optional(), copyOf: taskIdText.optional() }),
      files: taskFiles,
    },
    response: task,
    message: "Task saved successfully!",
    alias: "task",
    // About 15 ms, with its history, notifications and email.
  }),
  updateTask: endpoint({
    method: "PATCH",
    path: "/task/update-task/:id",
    permission: { task: "edit" },
    summary: "Update a task; `oldAttachments` lists the attachments to keep",
    params: taskId,
    form: {
      fields: taskFields.extend(keptFiles),
      files: taskFiles,
    },
    response: task,
    message: "Task saved successfully!",
    alias: "task",
  }),
  teammates: endpoint({
    method: "GET",
    path: "/task/teammates",
    permission: signedIn,
    summary: "The users of the actor's newest open and completed tasks, newest first",
    response: z.array(personCard),
    message: "Teammates loaded.",
  }),
  searchTasks: endpoint({
    method: "GET",
    path: "/task/search",
    permission: signedIn,
    summary: "The actor's newest tasks whose title contains a text",
    query: z.object({
      query: lineText("Query is required.").min(1, "Query is required.").max(100),
    }),
    response: z.array(task.pick({ id: true, taskTitle: true, stage: true })),
    message: "Tasks loaded.",
    // Reads all titles of the actor's tasks.
  }),
  searchEditors: endpoint({
    method: "GET",
    path: "/task/editors",
    permission: { task: "edit" },
    summary:
      "Editors to assign to a task, or to a new one of the actor or `channel`: those of past tasks first, no blocked users",
    query: z.object({ query: searchText, taskId: taskIdText.optional(), channel: idText.optional() }),
    response: z.array(personCard.extend({ teammate: z.boolean() })),
    message: "Editors loaded.",
  }),
  cancelTask: endpoint({
    method: "POST",
    path: "/task/cancel-task/:id",
    permission: { task: "manage" },
    summary: "Cancel a task before it is published",
    params: taskId,
    response: task,
    message: "The task is cancelled.",
  }),
  declineTask: endpoint({
    method: "POST",
    path: "/task/decline-task/:id",
    permission: { task: "decline" },
    summary: "Decline a task as its editor; the creator gets the reason and can assign another editor",
    params: taskId,
    body: z.object({
      reason: paragraphText("Reason is required")
        .trim()
        .min(1, "Reason is required")
        .max(maxReasonLength, `Keep the reason within ${maxReasonLength} characters.`),
      /** `true` also blocks the creator. */
      block: z.boolean().default(false),
    }),
    response: z.null(),
    message: "Task declined.",
  }),
};

export const tasksError = defineErrors({
  task_not_found: {
    status: 404,
    message: "Task not found. It may have been removed, or you don't have access to it.",
  },
  missing_right: { status: 403, message: "You don't have the right to do this in this task." },
  only_editors: { status: 422, message: "Only an editor can be assigned" },
  no_editor: { status: 422, message: "Please select an editor" },
  editor_not_found: { status: 422, message: "No editor with that name. Choose one from the list." },
  editor_suspended: { status: 422, message: "This account is suspended. Choose another editor." },
  editor_blocked_you: { status: 422, message: "You can't assign tasks to this editor. Choose another one." },
  you_blocked_editor: {
    status: 422,
    message: "You blocked this editor. Choose another one, or unblock them in Settings.",
  },
  creator_blocked_editor: {
    status: 422,
    message: "The creator of this task has blocked this editor. Choose another one.",
  },
  only_creators_invite: {
    status: 422,
    message: "Only the creator of a task can invite an editor. Choose one from the list.",
  },
  wrong_stage: {
    status: 409,
    message: "This task has changed. Reload to see its current status.",
  },
  still_publishing: {
    status: 409,
    message: "One of your videos is being published. Wait until it is finished, then try again.",
  },
  too_many_attachments: {
    status: 422,
    message: `A task can have up to ${maxAttachments} reference files. Remove some of them first.`,
  },
  editor_fixed: {
    status: 409,
    message: "You can't change the editor while a version is in review or approved.",
  },
});

const aboutTask = z.object({ taskId: z.number() });

export const taskCreated = defineEvent("tasks.created", aboutTask);
/** The creator changed the brief, deadline, editor or video details. */
export const taskEdited = defineEvent(
  "tasks.edited",
  aboutTask.extend({
    /** Whether an editor was assigned: another one, or again the one who had declined the task. */
    assigned: z.boolean().default(false),
    /** The previous editor, if the editor was changed and the previous one had not declined the task. */
    formerEditorId: z.number().nullable().default(null),
  }),
);
/** The task is waiting for its editor and is due within a day. */
export const taskDueSoon = defineEvent("tasks.due_soon", aboutTask);
export const taskMoved = defineEvent(
  "tasks.moved",
  aboutTask.extend({ from: z.enum(stages), to: z.enum(stages) }),
);

/** The task's editor declined it and has no access any more. Versions they uploaded are kept. */
export const taskDeclined = defineEvent(
  "tasks.declined",
  aboutTask.extend({ editorId: z.number(), reason: z.string() }),
);

/** The task's editor deleted their account. Versions they uploaded are kept. */
export const editorAccountDeleted = defineEvent(
  "tasks.editor_left",
  aboutTask.extend({ editorId: z.number() }),
);
