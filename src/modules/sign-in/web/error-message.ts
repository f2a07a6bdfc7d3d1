import { AppError } from "#core/error.ts";

/** The message of an expected error, else the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof AppError ? error.message : fallback;
}
