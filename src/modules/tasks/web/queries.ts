import { minute } from "#core/time.ts";
import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";

import { parseInvitee, type TaskFormValues } from "../contract/task-form.ts";
import { type Task, tasksEndpoints } from "../contract/tasks.ts";
import { editorSearchKey, taskKey, taskSearchKey, teammatesKey } from "./query-keys.ts";

/** One task, never served from the cache. `fallback` is the message of errors without one. */
export function taskQuery(id: number, fallback: string) {
  const queryKey = [...taskKey, id] as const;
  const input = { params: { id } };
  return {
    ...endpointQuery({ queryKey, endpoint: tasksEndpoints.fetchTask, input, fallback }),
    staleTime: 0,
    gcTime: 0,
  };
}

/** The people with whom the user has worked recently, newest task first. */
export const teammatesQuery = {
  ...endpointQuery({
    queryKey: teammatesKey,
    endpoint: tasksEndpoints.teammates,
    input: {},
    fallback: "Failed to fetch users",
  }),
  staleTime: 5 * minute,
};

/** The user's tasks whose title contains a text. */
export function taskSearchQuery(text: string) {
  return endpointQuery({
    queryKey: [...taskSearchKey, text] as const,
    endpoint: tasksEndpoints.searchTasks,
    input: { query: { query: text } },
    fallback: "Failed to fetch user's Tasks",
  });
}

/** Task for which editors are searched, or for a new one its creator, null for the user. */
export interface EditorsOf {
  taskId: number | null;
  channel: number | null;
}

/** Editors whom the user can assign, by name. */
export function editorSearchQuery(name: string, { taskId, channel }: EditorsOf) {
  const of = taskId === null ? channel !== null && { channel } : { taskId };
  return endpointQuery({
    queryKey: [...editorSearchKey, name, of] as const,
    endpoint: tasksEndpoints.searchEditors,
    input: { query: { query: name, ...of } },
    fallback: "Failed to fetch users",
  });
}

export interface DraftFiles {
  /** Newly chosen reference files. */
  files: readonly File[];
  thumbnail: File | null;
  /** URLs of the existing attachments to keep. */
  oldAttachments: readonly string[];
  removeThumbnail: boolean;
}

interface Sending {
  signal: AbortSignal;
  /** Called with the bytes sent and their total. */
  onProgress: (sent: number, total: number) => void;
}

/** The task that the form saves: a new one, a copy of one, or a changed one. */
export type FormTarget = { create: true } | { copyOf: number } | { edit: number };

/** The values of the form; `contributors` is null to leave those of the task as they are. */
type SavedValues = Omit<TaskFormValues, "contributors"> & {
  contributors: TaskFormValues["contributors"] | null;
};

export async function saveTask(
  target: FormTarget,
  { invite, channel, contributors, ...draft }: SavedValues,
  chosen: DraftFiles,
  sending: Sending,
): Promise<Task> {
  const fields = {
    ...draft,
    madeForKids: draft.madeForKids ? ("true" as const) : ("false" as const),
    tags: JSON.stringify(draft.tags),
    assignedTo: invite === null ? draft.assignedTo : "",
    ...(contributors && { contributors: JSON.stringify(contributors) }),
    ...(invite !== null &&
      invite.way !== "kept" && { inviteEditor: JSON.stringify(parseInvitee(invite).data) }),
  };
  const files = { files: chosen.files, thumbnail: chosen.thumbnail ? [chosen.thumbnail] : [] };
  if ("create" in target) {
    const form = { fields: { ...fields, ...(channel !== "" && { channel }) }, files };
    return (await call(tasksEndpoints.createTask, { form }, sending)).data;
  }
  const keptFiles = {
    oldAttachments: JSON.stringify(chosen.oldAttachments),
    removeThumbnail: chosen.removeThumbnail ? ("true" as const) : ("false" as const),
  };
  if ("copyOf" in target) {
    const form = { fields: { ...fields, ...keptFiles, copyOf: target.copyOf }, files };
    return (await call(tasksEndpoints.createTask, { form }, sending)).data;
  }
  const form = { fields: { ...fields, ...keptFiles }, files };
  return (await call(tasksEndpoints.updateTask, { params: { id: target.edit }, form }, sending)).data;
}
