import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { useDebounced } from "#ui/use-debounced.ts";

import { type EditorsOf, editorSearchQuery } from "../queries.ts";

/** Debounce of the search, in milliseconds. */
const searchDelay = 500;

/** Editors whom the user can assign, those of their past tasks first. Sends no request while `name` is null. */
export function useEditorSearch(name: string | null, of: EditorsOf) {
  const wanted = name?.trim() ?? "";
  const requested = useDebounced(wanted, searchDelay);
  const enabled = name !== null;
  const results = useQuery({
    ...editorSearchQuery(requested, of),
    enabled,
    placeholderData: keepPreviousData,
  });
  const awaited = results.isFetching && (results.isPlaceholderData || results.data === undefined);
  return {
    editors: results.data ?? [],
    searching: enabled && (requested !== wanted || awaited),
    error: results.error,
  };
}
