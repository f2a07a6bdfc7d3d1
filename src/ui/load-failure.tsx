import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";

export const loadFailure = {
  title: "This part of the page couldn't be loaded",
  nextStep: "Check your connection and try again. If Reelay was updated in the meantime, reload the page.",
};

/** Reloads the page: the next step where its code no longer exists on the server. */
export function reloadPage(): void {
  window.location.reload();
}

/** Shown in place of a part whose code could not be loaded. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      // Readable over a picture, too.
      className="bg-background py-3! pr-4 text-ink"
      message={loadFailure.title}
      detail={loadFailure.nextStep}
      onRetry={onRetry}
      action={
        <Button size="small" onClick={reloadPage}>
          Reload page
        </Button>
      }
    />
  );
}
