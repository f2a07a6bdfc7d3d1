import { QueryClient } from "@tanstack/react-query";

import { AppError } from "#core/error.ts";

const longestWait = 30_000;

/** Specification, section 9: 3 retries with backoff from 1 s to 30 s; a refusal by the server is final at once. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (defineErrors, error) =>
        defineErrors < 3 && !(error instanceof AppError && error.status >= 400 && error.status < 500),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, longestWait),
      refetchOnWindowFocus: false,
    },
  },
});
