import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

import { isRefused } from "../error.ts";

/**
 * The error of a query that has no data, also while it is tried again: then the query forgets its error, and the screen would
 * return to its skeleton. Data that was loaded is not shown any more once the user has lost access to it.
 */
export function useLoadingError(
  query: Pick<UseQueryResult, "data" | "error" | "errorUpdateCount">,
): Error | null {
  const { data, error, errorUpdateCount } = query;
  const [last, setLast] = useState<Error | null>(null);
  if (error && error !== last) setLast(error);
  if (data !== undefined) return isRefused(error) ? error : null;
  return errorUpdateCount > 0 ? (error ?? last) : null;
}
