import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import type { PersonCard } from "#modules/people/contract/people.ts";

import { peopleQuery } from "../queries.ts";

/** Debounce of the search, in milliseconds. */
const searchDelay = 500;

interface PersonSearch {
  people: readonly PersonCard[];
  /** True from the first keystroke until the results of the last one; false while these are refreshed. */
  searching: boolean;
  error: Error | null;
}

/**
 * People whose name matches `query`, 500 ms after its last change, or the newest people for an empty query. Previous
 * results stay until new ones arrive. Sends no request unless `enabled`.
 */
export function usePersonSearch(query: string, { enabled = true } = {}): PersonSearch {
  const wanted = query.trim();
  const [requested, setRequested] = useState("");
  useEffect(() => {
    if (!enabled) return;
    const timer = setTimeout(() => setRequested(wanted), wanted === "" ? 0 : searchDelay);
    return () => clearTimeout(timer);
  }, [wanted, enabled]);
  const results = useQuery({ ...peopleQuery(requested), enabled, placeholderData: keepPreviousData });
  const awaited = results.isFetching && (results.isPlaceholderData || results.data === undefined);
  return {
    people: results.data ?? [],
    searching: enabled && (requested !== wanted || awaited),
    error: results.error,
  };
}
