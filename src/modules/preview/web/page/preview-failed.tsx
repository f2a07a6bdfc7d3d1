import type { ReactNode } from "react";

import { AppError, isNotFound } from "#core/error.ts";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { handOverFocus } from "#ui/hand-over-focus.ts";
import { InTopBar } from "#ui/top-bar-slot.ts";

/** The preview of a task ID that is none. */
export function InvalidTask() {
  return (
    <Page>
      <DeadEnd message="Task ID is invalid or missing">Open the preview from the task's card.</DeadEnd>
    </Page>
  );
}

interface PreviewFailedProps {
  error: Error;
  onRetry: () => void;
  retrying: boolean;
}

/** Says why a preview can't be shown, and leads back or tries again. */
export function PreviewFailed({ error, onRetry, retrying }: PreviewFailedProps) {
  const message = `Error loading video preview: ${error.message}`;
  const detail = error instanceof AppError ? error.detail : undefined;
  return (
    <Page>
      {isNotFound(error) ? (
        <DeadEnd message={message}>{detail}</DeadEnd>
      ) : (
        <ErrorState
          className="mt-6"
          message={message}
          detail={detail}
          onRetry={onRetry}
          retrying={retrying}
        />
      )}
    </Page>
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <main ref={handOverFocus} id="content" tabIndex={-1} className="mx-auto max-w-3xl px-4 py-8 sm:px-6">
      <title>Video preview · Reelay</title>
      <InTopBar>
        <h1 className="min-w-0 flex-1 truncate text-base font-semibold">Video preview</h1>
      </InTopBar>
      {children}
    </main>
  );
}
