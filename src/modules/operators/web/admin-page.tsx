import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

/** A page of the administration: its `main` with the header. */
export function AdminPage({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main id="content" tabIndex={-1} className="min-h-dvh min-w-0 px-4 pb-16 sm:px-6 wide:px-8">
      <title>{`${title} · Administration · Reelay`}</title>
      <PageHeader
        title={title}
        start={<HomeLink />}
        actions={
          <>
            {actions}
            <ThemeMenu />
          </>
        }
      />
      {children}
    </main>
  );
}

/** A section of a page, with its heading on a hairline. */
export function AdminSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="mt-8 first:mt-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b pb-2">
        <h2 className="font-heading text-lg">{title}</h2>
        {note && <div className="text-sm text-soft">{note}</div>}
      </div>
      {children}
    </section>
  );
}

/** Skeleton, error or content of a query. */
export function Loaded<T>({
  query,
  label,
  children,
}: {
  query: Pick<
    UseQueryResult<T>,
    "data" | "error" | "isPending" | "isLoadingError" | "isFetching" | "refetch"
  >;
  /** For assistive technology: "Loading users". */
  label: string;
  children: (data: T) => ReactNode;
}) {
  if (query.isLoadingError && query.error) {
    return (
      <ErrorState
        className="mt-6"
        message={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (query.isPending || query.data === undefined) {
    return (
      <SkeletonGroup label={label} className="mt-4 flex flex-col gap-px">
        {Array.from({ length: 8 }, (_, row) => (
          <Skeleton key={row} className="h-11 w-full" />
        ))}
      </SkeletonGroup>
    );
  }
  return <>{children(query.data)}</>;
}
