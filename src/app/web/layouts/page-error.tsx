import { ErrorState } from "#ui/error-state.tsx";

/** Shown when a page failed to load or render. */
export function PageError({ error }: { error: unknown }) {
  const loadFailed = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <main id="content" className="grid min-h-dvh place-items-center p-6">
      <ErrorState
        message={
          loadFailed
            ? "This page could not be loaded. Check your connection and reload the page."
            : "Something went wrong on this page. Reload it; your saved changes are not affected."
        }
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
