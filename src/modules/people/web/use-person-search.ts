import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import type { PersonCard } from "../contract.ts";
import { peopleQuery } from "./queries.ts";

/** Specification, section 9: a search is sent this long after typing stops, in milliseconds. */
const searchDelay = 500;

interface PersonSearch {
  people: readonly PersonCard[];
  /** True from the first keystroke until the answer to the last one. */
  searching: boolean;
  error: Error | null;
}

/**
 * People whose name matches `query`, 500 ms after it last changed; a few newest for a blank one, at once. The answer
 * before stays until the next is here. Sends nothing while not `enabled`. A `Combobox` that feeds it takes `delay={0}`.
 */
export function usePersonSearch(query: string, { enabled = true } = {}): PersonSearch {
  const wanted = query.trim();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    if (!enabled) return;
    const timer = setTimeout(() => setAsked(wanted), wanted === "" ? 0 : searchDelay);
    return () => clearTimeout(timer);
  }, [wanted, enabled]);
  const found = useQuery({ ...peopleQuery(asked), enabled, placeholderData: keepPreviousData });
  return {
    people: found.data ?? [],
    searching: enabled && (asked !== wanted || found.isFetching),
    error: found.error,
  };
}
