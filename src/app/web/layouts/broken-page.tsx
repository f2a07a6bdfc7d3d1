import { ErrorState } from "#ui/error-state.tsx";

/** Shown when a page can't be drawn; the person can load it again. */
export function BrokenPage({ error }: { error: unknown }) {
  const stale = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <main id="content" className="grid min-h-dvh place-items-center p-6">
      <ErrorState
        message={
          stale
            ? "This page has a newer version, or the connection is gone. Load it again."
            : "This page could not be shown. Load it again; nothing you saved is lost."
        }
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
