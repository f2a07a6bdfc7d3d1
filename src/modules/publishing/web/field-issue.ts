import { AppError } from "#core/error.ts";

/** Message of the server for a field that no form library shows. */
export function fieldIssue(error: Error | null, field: string): string | undefined {
  const issues = error instanceof AppError ? error.issues : undefined;
  return issues?.find(({ path }) => path === field)?.message;
}
