import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";

/** Placeholder of a profile that is loading. */
export function ProfileSkeleton() {
  return (
    <SkeletonGroup label="Loading the profile">
      <Skeleton className="aspect-[4/1] min-h-32 w-full" />
      <span className="mx-4 -mt-14 block w-fit rounded-full border-4 border-background sm:mx-6">
        <Skeleton className="size-28 rounded-full bg-raised" />
      </span>
      <span className="mt-4 block max-w-prose">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="mt-3 mb-6 h-4 w-40" />
        <SkeletonText lines={3} />
        <Skeleton className="mt-6 h-4 w-48" />
      </span>
    </SkeletonGroup>
  );
}
