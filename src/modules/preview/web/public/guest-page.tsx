import type { ReactNode } from "react";

import { handOverFocus } from "#ui/hand-over-focus.ts";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

interface GuestPageProps {
  heading?: string;
  children: ReactNode;
}

/** The page of a guest before the review is open, and after it has ended. */
export function GuestPage({ heading = "Review a video", children }: GuestPageProps) {
  return (
    <main
      ref={handOverFocus}
      id="content"
      tabIndex={-1}
      className="mx-auto max-w-xl px-4 py-16 sm:px-6 wide:py-24"
    >
      <title>{`${heading} · Reelay`}</title>
      <h1 className="mb-5 font-heading text-3xl">{heading}</h1>
      {children}
    </main>
  );
}

export function LoadingReview() {
  return (
    <SkeletonGroup label="Loading the review">
      <Skeleton className="h-10 w-3/5" />
    </SkeletonGroup>
  );
}
