import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

/** Placeholder of a comparison: pictures, timeline and controls. */
export function ComparisonSkeleton() {
  return (
    <SkeletonGroup label="Loading the comparison" className="beside:min-h-0 beside:flex-1">
      <span className="flex flex-col beside:h-full">
        <Skeleton className="aspect-video max-h-(--player-height) w-full beside:aspect-auto beside:max-h-none beside:flex-1" />
        <Skeleton className="mt-2 h-19 w-full" />
        <Skeleton className="mt-1 h-10 w-full" />
        {/* The controls of a comparison are in several rows on phones. */}
        <Skeleton className="mt-2 h-53 w-full sm:hidden" />
      </span>
    </SkeletonGroup>
  );
}
