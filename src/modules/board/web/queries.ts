import {
  infiniteQueryOptions,
  type InfiniteData,
  queryOptions,
  type QueryClient,
} from "@tanstack/react-query";

import { minute } from "#core/time.ts";
import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";

import { boardEndpoints, type BoardTask, pageSize, waitingTasks } from "../contract/board.ts";
import { replaceOrAdd } from "../rules/task-order.ts";
import { isDefaultList, noFilter, type TaskFilter } from "./list/use-task-filter.ts";
import { storedTasks, storeSavedTask } from "./offline/task-storage.ts";
import { tasksKey, waitingVideosKey } from "./query-keys.ts";

interface TaskPage {
  data: BoardTask[];
  nextCursor: string | null;
}

/** The user's open or completed tasks, page by page. */
export function tasksQuery(completed: boolean, filter: TaskFilter) {
  const { search, stage, sort, taskId, creatorId } = filter;
  return infiniteQueryOptions({
    queryKey: [...tasksKey, { completed, search, stage, sort, taskId, creatorId }] as const,
    staleTime: 5 * minute,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<TaskPage> =>
      call(
        boardEndpoints.fetchTasks,
        {
          query: {
            ...(taskId === null ? { completed: completed ? "true" : "false" } : { task: taskId }),
            ...(search && { search }),
            ...(stage && { stage }),
            ...(creatorId !== null && { creator: creatorId }),
            // None of the completed ones waits.
            sort: completed ? "newest" : sort,
            cursor: pageParam,
            limit: pageSize,
          },
        },
        { fallback: "Failed to fetch user's Tasks", signal },
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: (list) => list.pages.flatMap((page) => page.data),
  });
}

/** The stored tasks as the first page of an unfiltered list; undefined if there are none. */
export function storedPage(
  userId: number,
  completed: boolean,
  filter: TaskFilter,
): InfiniteData<TaskPage, string | undefined> | undefined {
  if (!isDefaultList(filter)) return undefined;
  const data = storedTasks(userId, completed);
  return data.length === 0 ? undefined : { pages: [{ data, nextCursor: null }], pageParams: [undefined] };
}

export const waitingTasksQuery = queryOptions({
  queryKey: [...tasksKey, "waiting"] as const,
  staleTime: 5 * minute,
  queryFn: ({ signal }): Promise<TaskPage> =>
    call(
      boardEndpoints.fetchTasks,
      { query: waitingTasks },
      { fallback: "Failed to fetch user's Tasks", signal },
    ),
});

/** The newest tasks whose versions wait for the user's decision. */
export const waitingVideosQuery = queryOptions({
  queryKey: waitingVideosKey,
  staleTime: 5 * minute,
  queryFn: async ({ signal }): Promise<BoardTask[]> => {
    const query = { completed: "false", waiting: "true", stage: "in_review", limit: pageSize } as const;
    return (
      await call(boardEndpoints.fetchTasks, { query }, { fallback: "Failed to fetch user's Tasks", signal })
    ).data;
  },
});

/** Numbers of the user's tasks, of all creators or one, and the channels to choose from. */
export function taskCountsQuery(creatorId: number | null) {
  return {
    ...endpointQuery({
      queryKey: [...tasksKey, "counts", creatorId] as const,
      endpoint: boardEndpoints.countTasks,
      input: { query: creatorId === null ? {} : { creator: creatorId } },
      fallback: "Failed to fetch user's Tasks",
    }),
    staleTime: 5 * minute,
  };
}

export function refetchTasks(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: tasksKey });
}

/** Shows a saved task in the unfiltered list and stores it, a new one at the front, until the lists are refetched. */
export function showSavedTask(queries: QueryClient, userId: number, task: Task): void {
  const added: BoardTask = { ...withoutVersions, ...task };
  const key = tasksQuery(false, noFilter).queryKey;
  queries.setQueryData<InfiniteData<TaskPage, string | undefined>>(key, (list) => {
    const [first, ...rest] = list?.pages ?? [];
    if (!list || !first) return list;
    const isIn = ({ data }: TaskPage) => data.some(({ id }) => id === task.id);
    const pages = list.pages.some(isIn)
      ? list.pages.map((page) => (isIn(page) ? withTask(page, task, added) : page))
      : [withTask(first, task, added), ...rest];
    return { ...list, pages };
  });
  storeSavedTask(userId, task, added);
}

function withTask(page: TaskPage, task: Task, added: BoardTask): TaskPage {
  return { ...page, data: replaceOrAdd(page.data, task, added) };
}

/** The card of a task just created. */
const withoutVersions: Omit<BoardTask, keyof Task> = {
  version: 0,
  arrival: null,
  upload: null,
  reviewEndsAt: null,
  posterUrl: null,
  feedback: null,
  withdrawn: null,
  publishFailed: false,
  watchUrl: null,
  stars: null,
  ratedAt: null,
  approvals: [],
  openComments: 0,
  notDoneComments: 0,
  findings: null,
  waiting: false,
};
