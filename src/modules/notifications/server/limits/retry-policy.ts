/** Retry policy of the jobs that notify users. The retries span about a day; later, the news is too old. */
export const retryPolicy = { retries: 28, retryDelaySeconds: 30, expireSeconds: 120, concurrency: 2 };
