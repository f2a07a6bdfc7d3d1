/**
 * An error in words for users. Those of defects, such as a `TypeError` or the issues of a failed validation, are not: they
 * have the fallback. It knows an `AppError` by its name, since the landing page shows errors, but not those of endpoints.
 */
export function shownMessage(
  error: unknown,
  fallback = "Something went wrong. Reload the page and try again.",
): string {
  if (!(error instanceof Error) || error.message === "") return fallback;
  return error.constructor === Error || error.name === "AppError" ? error.message : fallback;
}
