import { useSearchParams } from "react-router";

import { type Stage, stages } from "#modules/tasks/rules.ts";

import type { TaskOrder } from "../rules.ts";

/** Filter and order of the task list. */
export interface TaskFilter {
  search: string;
  stage: Stage | null;
  sort: TaskOrder;
}

export const noFilter: TaskFilter = { search: "", stage: null, sort: "newest" };

/** Whether the filter hides tasks. */
export function isFiltering({ search, stage }: TaskFilter): boolean {
  return search !== "" || stage !== null;
}

export type Tab = "assigned" | "completed";

interface ShownTasks {
  tab: Tab;
  showTab: (tab: string) => void;
  filter: TaskFilter;
  setFilter: (filter: TaskFilter) => void;
}

/** Tab and filter of the Tasks screen, kept in the URL so that reloads, Back and shared links restore them. */
export function useShownTasks(): ShownTasks {
  const [params, setParams] = useSearchParams();
  const tab: Tab = params.get("tab") === "completed" ? "completed" : "assigned";
  const filter: TaskFilter = {
    search: params.get("q") ?? "",
    stage: stages.find((stage) => stage === params.get("stage")) ?? null,
    sort: params.get("sort") === "deadline" ? "deadline" : "newest",
  };
  const show = (entries: Record<string, string | null>) => {
    const shown = Object.entries(entries).filter((entry): entry is [string, string] => Boolean(entry[1]));
    setParams(new URLSearchParams(shown), { replace: true });
  };
  return {
    tab,
    showTab: (next) => show({ tab: next === "completed" ? next : null }),
    filter: tab === "completed" ? { ...noFilter, search: filter.search } : filter,
    setFilter: ({ search, stage, sort }) =>
      show({
        tab: tab === "completed" ? tab : null,
        q: search,
        stage,
        sort: sort === "newest" ? null : sort,
      }),
  };
}
