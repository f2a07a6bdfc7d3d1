import { useQueryClient } from "@tanstack/react-query";

import { destinationsKey, summaryKey } from "../query-keys.ts";

/** Returns a function that fetches again what shows the creator's destinations. */
export function useRefreshDestinations(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: destinationsKey });
    void queries.invalidateQueries({ queryKey: summaryKey });
  };
}
