import { handOverFocus } from "#ui/hand-over-focus.ts";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";
import { InTopBar } from "#ui/top-bar-slot.ts";

/** Placeholder of the preview: top bar, picture, timeline, controls and panel. */
export function PreviewSkeleton() {
  return (
    <main ref={handOverFocus} id="content" tabIndex={-1}>
      <title>Video preview · Reelay</title>
      <InTopBar>
        <span aria-hidden className="flex min-w-0 flex-1 items-center gap-x-4">
          <Skeleton className="h-6 w-56 max-w-full" />
          <Skeleton className="hidden h-0.5 w-40 wide:block xl:w-56" />
        </span>
      </InTopBar>
      <SkeletonGroup label="Loading the preview">
        <span className="flex flex-col beside:h-[calc(var(--screen-height)-3.5625rem)] beside:flex-row low:h-[calc(var(--screen-height)-3.0625rem)]">
          <span className="flex min-w-0 flex-1 flex-col px-4 py-3">
            <span className="flex min-h-0 flex-1 items-center justify-center bg-picture">
              <Skeleton className="aspect-video w-full" />
            </span>
            <Skeleton className="mt-2 h-19 w-full" />
            <Skeleton className="mt-1 h-10 w-full" />
          </span>
          <span className="border-t bg-panel px-4 py-6 beside:shrink-0 beside:border-t-0 beside:border-l wide:w-88 max-wide:beside:w-[max(20.5rem,30vw)]">
            <Skeleton className="mb-6 h-9 w-44" />
            <SkeletonText lines={3} />
          </span>
        </span>
      </SkeletonGroup>
    </main>
  );
}
