import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

/** Rows in the shape of the list. */
export function ListSkeleton() {
  return (
    <SkeletonGroup label="Loading files" className="mt-4">
      {Array.from({ length: 6 }, (_, row) => (
        <span key={row} className="flex h-12 items-center gap-4 border-b">
          <Skeleton className="size-5 shrink-0" />
          <Skeleton className="size-5 shrink-0" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="ml-auto h-4 w-16" />
        </span>
      ))}
    </SkeletonGroup>
  );
}
