import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";

export function LoadingCheck() {
  return (
    <SkeletonGroup label="Loading the check" className="min-h-0 grow overflow-hidden">
      <span className="flex justify-between border-b pb-4">
        <Skeleton className="h-14 w-16" />
        <Skeleton className="h-14 w-16" />
        <Skeleton className="h-14 w-16" />
      </span>
      {["first", "second"].map((row) => (
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
