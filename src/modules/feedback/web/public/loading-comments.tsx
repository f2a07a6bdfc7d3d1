import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";

export function LoadingComments() {
  return (
    <SkeletonGroup label="Loading comments" className="min-h-0 grow overflow-hidden">
      {["first", "second", "third"].map((row) => (
        <span key={row} className="block border-b py-4">
          <span className="mb-3 flex justify-between">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-20" />
          </span>
          <SkeletonText lines={2} />
        </span>
      ))}
    </SkeletonGroup>
  );
}
