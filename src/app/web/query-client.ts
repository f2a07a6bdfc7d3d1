import { QueryClient } from "@tanstack/react-query";

import { AppError } from "#core/error.ts";

const maxRetries = 3;
/** Milliseconds. */
const maxRetryDelay = 30_000;

/** Retries failed queries with backoff, except where the server rejected the request. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < maxRetries && !(error instanceof AppError && error.status >= 400 && error.status < 500),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, maxRetryDelay),
      refetchOnWindowFocus: false,
    },
  },
});
