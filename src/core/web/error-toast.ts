import { toast } from "sonner";

import { AppError } from "../error.ts";
import { shownMessage } from "../shown-message.ts";

/** Shows an error's message in a toast, with its detail below. `fallback` replaces the message of unexpected errors. */
export function showErrorToast(error: Error, fallback?: string): void {
  const expected = error instanceof AppError;
  const message = expected || fallback === undefined ? shownMessage(error) : fallback;
  toast.error(message, { description: expected ? error.detail : undefined });
}
