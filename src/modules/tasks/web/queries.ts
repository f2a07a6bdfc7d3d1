import {
  infiniteQueryOptions,
  type InfiniteData,
  queryOptions,
  type QueryClient,
} from "@tanstack/react-query";

import { minute } from "#core/time.ts";
import { call } from "#core/web/client.ts";

import { type Task, type TaskDraft, tasksEndpoints } from "../contract.ts";
import { noFilter, type TaskFilter } from "./use-task-filter.ts";

interface TaskPage {
  data: Task[];
  nextCursor: string | null;
}

const tasksOnPage = 30;

/** The reader's open or completed tasks, page by page; cached 5 minutes (specification, section 7). */
export function tasksQuery(completed: boolean, filter: TaskFilter) {
  const { search, stage, sort } = filter;
  return infiniteQueryOptions({
    queryKey: ["tasks", { completed, search, stage, sort }] as const,
    staleTime: 5 * minute,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<TaskPage> =>
      call(
        tasksEndpoints.fetchTasks,
        {
          query: {
            completed: completed ? "true" : "false",
            ...(search && { search }),
            ...(stage && { stage }),
            sort,
            cursor: pageParam,
            limit: tasksOnPage,
          },
        },
        { fallback: "Failed to fetch user's Tasks", signal },
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: (list) => list.pages.flatMap((page) => page.data),
  });
}

/** An editor's tasks whose next step is an upload, nearest deadline first: one page of them. */
export const waitingTasksQuery = queryOptions({
  queryKey: ["tasks", "waiting"] as const,
  staleTime: 5 * minute,
  queryFn: ({ signal }): Promise<TaskPage> =>
    call(
      tasksEndpoints.fetchTasks,
      { query: { completed: "false", waiting: "true", sort: "deadline", limit: tasksOnPage } },
      { fallback: "Failed to fetch user's Tasks", signal },
    ),
});

export const taskCountsQuery = queryOptions({
  queryKey: ["tasks", "counts"] as const,
  staleTime: 5 * minute,
  queryFn: async ({ signal }) =>
    (await call(tasksEndpoints.countTasks, {}, { fallback: "Failed to fetch user's Tasks", signal })).data,
});

/** One task, loaded fresh each time (specification, section 4). */
export function taskQuery(id: number) {
  return queryOptions({
    queryKey: ["task", id] as const,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          tasksEndpoints.fetchTask,
          { params: { id } },
          { fallback: "Failed to fetch task by ID", signal },
        )
      ).data,
  });
}

export interface DraftFiles {
  /** Newly chosen reference files. */
  files: readonly File[];
  thumbnail: File | null;
  /** Addresses of the attachments that stay. */
  oldAttachments: readonly string[];
  removeThumbnail: boolean;
}

interface Sending {
  signal: AbortSignal;
  /** Bytes sent, of all there are. */
  onProgress: (sent: number, total: number) => void;
}

/** Creates a task, or changes the one with the given id. */
export async function saveTask(
  id: number | null,
  draft: TaskDraft,
  chosen: DraftFiles,
  sending: Sending,
): Promise<Task> {
  const fields = {
    ...draft,
    madeForKids: draft.madeForKids ? ("true" as const) : ("false" as const),
    tags: JSON.stringify(draft.tags),
  };
  const files = { files: chosen.files, thumbnail: chosen.thumbnail ? [chosen.thumbnail] : [] };
  if (id === null) {
    return (await call(tasksEndpoints.createTask, { form: { fields, files } }, sending)).data;
  }
  const kept = {
    oldAttachments: JSON.stringify(chosen.oldAttachments),
    removeThumbnail: chosen.removeThumbnail ? ("true" as const) : ("false" as const),
  };
  const form = { fields: { ...fields, ...kept }, files };
  return (await call(tasksEndpoints.updateTask, { params: { id }, form }, sending)).data;
}

export async function cancelTask(id: number): Promise<void> {
  await call(tasksEndpoints.cancelTask, { params: { id } }, { fallback: "Failed to cancel the task" });
}

/** Puts a saved task into the unfiltered open list at once: in its place, or at the front (specification, section 3). */
export function showSavedTask(queries: QueryClient, task: Task): void {
  const key = tasksQuery(false, noFilter).queryKey;
  queries.setQueryData<InfiniteData<TaskPage, string | undefined>>(key, (list) => {
    const [first, ...rest] = list?.pages ?? [];
    if (!list || !first) return list;
    const known = list.pages.some((page) => page.data.some(({ id }) => id === task.id));
    const replaced = [first, ...rest].map(({ data, nextCursor }) => ({
      data: data.map((one) => (one.id === task.id ? task : one)),
      nextCursor,
    }));
    const front = { ...first, data: [task, ...first.data] };
    return { ...list, pages: known ? replaced : [front, ...rest] };
  });
  void queries.invalidateQueries({ queryKey: ["tasks"] });
}
