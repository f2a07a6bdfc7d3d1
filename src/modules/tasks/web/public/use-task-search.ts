import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { useDebounced } from "#ui/use-debounced.ts";

import { taskSearchQuery } from "../queries.ts";

/** Debounce of the search, in milliseconds. */
const searchDelay = 500;
const minLetters = 2;

/** The user's tasks whose title contains a text of at least two letters, and whether they are still being searched. */
export function useTaskSearch(text: string) {
  const wanted = text.trim();
  const requested = useDebounced(wanted, searchDelay);
  const enabled = requested.length >= minLetters;
  const results = useQuery({ ...taskSearchQuery(requested), enabled, placeholderData: keepPreviousData });
  const isSearched = wanted.length >= minLetters;
  return {
    tasks: (isSearched && enabled && results.data) || [],
    searching: isSearched && (requested !== wanted || results.isFetching),
  };
}
