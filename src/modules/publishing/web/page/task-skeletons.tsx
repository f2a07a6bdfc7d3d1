import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";

/** A bar over the whole width of narrow windows. */
export const strip =
  "mb-5 grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-x-4 border-y bg-panel px-4 py-3 max-wide:-mx-4 max-wide:sm:-mx-6 max-wide:sm:px-6 wide:hidden";

/** The place of the task beside the content while it is loading. */
export function TaskPanelSkeleton() {
  return (
    <SkeletonGroup label="Loading the task">
      <Skeleton className="aspect-video w-full" />
      <Skeleton className="mt-4 h-7 w-3/4" />
      <Skeleton className="mt-6 h-0.5 w-full" />
      <SkeletonText lines={3} className="mt-10" />
    </SkeletonGroup>
  );
}

/** The place of the task above the content while it is loading. */
export function TaskStripSkeleton() {
  return (
    <div aria-hidden className={strip}>
      <Skeleton className="aspect-video w-full" />
      <div className="flex h-19 flex-col justify-center gap-4">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-0.5 w-full" />
      </div>
    </div>
  );
}
