import { useQuery } from "@tanstack/react-query";

import { taskQuery } from "../queries.ts";

/** One task for a form that edits it, fetched again whenever the form opens. */
export function useTask(id: number, fallback = "Failed to fetch task by ID") {
  return useQuery({ ...taskQuery(id, fallback), refetchOnMount: "always" });
}
