import { AppError } from "#core/error.ts";

/** Errors of the server for the named fields of a form. */
export function issuesIn<N extends string>(
  error: Error,
  names: readonly N[],
): { path: N; message: string }[] {
  const issues = error instanceof AppError ? (error.issues ?? []) : [];
  return names.flatMap((path) =>
    issues.filter((issue) => issue.path === path).map(({ message }) => ({ path, message })),
  );
}
