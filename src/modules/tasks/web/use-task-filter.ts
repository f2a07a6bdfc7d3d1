import { useSearchParams } from "react-router";

import { type Stage, stages, type TaskOrder } from "../rules.ts";

/** Which of one's tasks are shown, and in which order. */
export interface TaskFilter {
  search: string;
  stage: Stage | null;
  sort: TaskOrder;
}

export const noFilter: TaskFilter = { search: "", stage: null, sort: "newest" };

/** True where the filter leaves tasks out. */
export function isFiltering({ search, stage }: TaskFilter): boolean {
  return search !== "" || stage !== null;
}

export type Shelf = "assigned" | "completed";

interface ShownTasks {
  shelf: Shelf;
  showShelf: (shelf: string) => void;
  filter: TaskFilter;
  setFilter: (filter: TaskFilter) => void;
}

/** The tab and the filter stand in the address, so that reload, back and a sent link show the same tasks. */
export function useShownTasks(): ShownTasks {
  const [params, setParams] = useSearchParams();
  const shelf: Shelf = params.get("tab") === "completed" ? "completed" : "assigned";
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
    shelf,
    showShelf: (next) => show({ tab: next === "completed" ? next : null }),
    filter: shelf === "completed" ? { ...noFilter, search: filter.search } : filter,
    setFilter: ({ search, stage, sort }) =>
      show({
        tab: shelf === "completed" ? shelf : null,
        q: search,
        stage,
        sort: sort === "newest" ? null : sort,
      }),
  };
}
