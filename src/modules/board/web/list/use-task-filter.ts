import { useSearchParams } from "react-router";

import { channelParameter, taskParameter } from "#core/paths.ts";
import { type TaskOrder, taskOrders } from "#modules/board/rules/task-order.ts";
import { type Stage, stages } from "#modules/tasks/rules/stages.ts";

/** Filter and order of the task list. */
export interface TaskFilter {
  search: string;
  stage: Stage | null;
  sort: TaskOrder;
  /** Only this task, as links of notifications name it. */
  taskId: number | null;
  /** Only tasks of this creator. */
  creatorId: number | null;
}

export const noFilter: TaskFilter = {
  search: "",
  stage: null,
  sort: "waiting",
  taskId: null,
  creatorId: null,
};

/** Whether the filter hides tasks. */
export function isFiltering({ search, stage, taskId, creatorId }: TaskFilter): boolean {
  return search !== "" || stage !== null || taskId !== null || creatorId !== null;
}

/** Whether the list has all tasks in the order in which it opens. */
export function isDefaultList(filter: TaskFilter): boolean {
  return !isFiltering(filter) && filter.sort === noFilter.sort;
}

/** Opens the form of a new task; also used in links to the Tasks screen. */
const createParameter = "create";
/** The task that the new one is a copy of. */
const copyParameter = "copy";

export type Tab = "assigned" | "completed";

interface ShownTasks {
  tab: Tab;
  showTab: (tab: string) => void;
  filter: TaskFilter;
  setFilter: (filter: TaskFilter) => void;
  /** Whether the form of a new task is open. */
  creating: boolean;
  setCreating: (creating: boolean) => void;
  /** The task that the new one is a copy of. */
  copyOf: number | null;
  duplicate: (taskId: number) => void;
}

/**
 * Tab, filter and new task of the Tasks screen, kept in the URL so that reloads and links restore them.
 */
export function useShownTasks(): ShownTasks {
  const [params, setParams] = useSearchParams();
  const tab: Tab = params.get("tab") === "completed" ? "completed" : "assigned";
  const filter: TaskFilter = {
    search: params.get("q") ?? "",
    stage: stages.find((stage) => stage === params.get("stage")) ?? null,
    sort: parseOrder(params.get("sort")),
    taskId: parseId(params.get(taskParameter)),
    creatorId: parseId(params.get(channelParameter)),
  };
  const channel = filter.creatorId === null ? null : String(filter.creatorId);
  const show = (entries: Record<string, string | null>) => {
    const nonEmpty = Object.entries(entries).filter((entry): entry is [string, string] => Boolean(entry[1]));
    setParams(new URLSearchParams(nonEmpty), { replace: true });
  };
  const create = (entries: Record<string, string>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const parameter of [createParameter, copyParameter]) after.delete(parameter);
        for (const [name, value] of Object.entries(entries)) after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return {
    creating: params.has(createParameter),
    setCreating: (creating) => create(creating ? { [createParameter]: "true" } : {}),
    copyOf: parseId(params.get(copyParameter)),
    duplicate: (id) => create({ [createParameter]: "true", [copyParameter]: String(id) }),
    tab,
    showTab: (next) => show({ tab: next === "completed" ? next : null, [channelParameter]: channel }),
    filter: tab === "completed" ? { ...filter, stage: null, sort: noFilter.sort } : filter,
    // Any other filter replaces the filter by task.
    setFilter: ({ search, stage, sort, creatorId }) =>
      show({
        tab: tab === "completed" ? tab : null,
        q: search,
        stage,
        sort: sort === noFilter.sort ? null : sort,
        [channelParameter]: creatorId === null ? null : String(creatorId),
      }),
  };
}

export function parseOrder(text: string | null): TaskOrder {
  return taskOrders.find((order) => order === text) ?? noFilter.sort;
}

function parseId(text: string | null): number | null {
  return Number(/^[1-9]\d{0,14}$/.exec(text ?? "")?.[0]) || null;
}
