import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { idText } from "#core/form-text.ts";
import { lineText } from "#core/written-text.ts";
import { maxAttachmentBytes, maxImageBytes, thumbnailLimit } from "#modules/media/rules/limits.ts";

import { maxContributors, maxLabelLength } from "../rules/contributors.ts";
import { maxAttachments } from "../rules/stages.ts";
import { contributor, contributorEntry } from "./contributor.ts";
import { task, taskIdText } from "./tasks.ts";

/** `contributorEntry` with messages for the fields of a form. */
export const newContributor = contributorEntry.extend({
  username: z.string().trim().min(1, "Choose a user.").max(200),
  label: lineText()
    .min(1, "Enter what they do, such as Thumbnail.")
    .max(maxLabelLength, `Keep it within ${maxLabelLength} characters.`),
});

const byTask = z.object({ id: taskIdText });

export const contributorsEndpoints = {
  contributors: endpoint({
    method: "GET",
    path: "/task/contributors/:id",
    permission: { task: "view" },
    summary: "The people who contribute to a task besides its editor, the first added first",
    params: byTask,
    response: z.array(contributor),
    message: "Contributors loaded.",
  }),
  addContributor: endpoint({
    method: "POST",
    path: "/task/contributors/:id",
    permission: { task: "edit" },
    summary: "Add a user to a task, or change their label and rights",
    params: byTask,
    body: newContributor,
    response: z.array(contributor),
    message: "Contributor saved.",
  }),
  removeContributor: endpoint({
    method: "DELETE",
    path: "/task/contributors/:id/:personId",
    permission: { task: "edit" },
    summary: "Remove a user from a task; they lose access immediately",
    params: byTask.extend({ personId: idText }),
    response: z.null(),
    message: "Contributor removed.",
  }),
  leaveTask: endpoint({
    method: "POST",
    path: "/task/leave/:id",
    permission: { task: "view" },
    summary: "Stop contributing to a task",
    params: byTask,
    response: z.null(),
    message: "You left the task.",
  }),
  attachFiles: endpoint({
    method: "POST",
    path: "/task/files/:id",
    permission: { task: "attach" },
    summary: "Add reference files to a task, or replace the planned thumbnail, until publishing starts",
    params: byTask,
    form: {
      fields: z.object({}),
      files: {
        files: { kind: "image-or-video", maxBytes: maxAttachmentBytes, maxFiles: maxAttachments },
        thumbnail: { kind: "image", maxBytes: maxImageBytes, fitBytes: thumbnailLimit, maxFiles: 1 },
      },
    },
    response: task,
    message: "Files added.",
  }),
};

export const contributorError = defineErrors({
  contributor_not_found: { status: 422, message: "No user with that name. Choose one from the list." },
  contributor_without_role: {
    status: 422,
    message: "This user has not chosen a role yet. Ask them to finish signing up first.",
  },
  contributor_suspended: {
    status: 422,
    message: "This account is suspended. Choose another user.",
  },
  contributor_is_member: { status: 422, message: "This user is the creator or the editor of the task." },
  contributor_blocked: { status: 422, message: "You can't add this user to the task. Choose another one." },
  too_many_contributors: {
    status: 409,
    message: `A task can have up to ${maxContributors} contributors. Remove one of them first.`,
  },
  not_contributor: {
    status: 404,
    message: "This user doesn't contribute to the task. Reload to see its current contributors.",
  },
  nothing_attached: { status: 422, message: "Choose a file first." },
});

/** A user was added to a task or got other rights in it, or was removed. */
export const contributorChanged = defineEvent(
  "tasks.contributor_changed",
  z.object({
    taskId: z.number(),
    personId: z.number(),
    label: z.string(),
    change: z.enum(["added", "changed", "removed"]),
  }),
);
