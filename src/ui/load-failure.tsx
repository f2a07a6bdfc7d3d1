import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";

export const loadFailure = {
  title: "This part of the page couldn't be loaded",
  nextStep: "Check your connection and reload the page.",
};

/** Whether an error means that code could not be loaded: there is no connection, or Reelay was updated since the page was opened. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}

/** Shown in place of a part whose code could not be loaded. */
export function LoadFailure() {
  return (
    <ErrorState
      // Readable over a picture, too.
      className="bg-background py-3! pr-4 text-ink"
      message={loadFailure.title}
      detail={loadFailure.nextStep}
      action={
        <Button size="small" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      }
    />
  );
}
