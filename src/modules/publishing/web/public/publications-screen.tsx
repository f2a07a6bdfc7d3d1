import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { tasksPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import { call } from "#core/web/client.ts";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { publicationsEndpoints } from "#modules/publishing/contract/publications.ts";
import type { PublicationState } from "#modules/publishing/rules/progress.ts";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { useManagedTeams } from "#modules/team/web/public/use-managed-teams.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { PublicationRow } from "../publications/publication-row.tsx";
import { publicationsKey } from "../query-keys.ts";
import { useUploadPercents } from "./use-upload-percents.ts";

function publicationsQuery(state: PublicationState | "all") {
  return infiniteQueryOptions({
    queryKey: [...publicationsKey, state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { cursor: pageParam, ...(state !== "all" && { state }) };
      return call(publicationsEndpoints.publications, { query }, { signal });
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

const tabs: { value: PublicationState | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "running", label: "Running" },
  { value: "waiting", label: "Waiting" },
  { value: "failed", label: "Failed" },
  { value: "done", label: "Done" },
];

/** The publications of the creator, or of those for whom the user manages, with what can be done about each. */
export function PublicationsScreen() {
  const user = useUser();
  const { managed, isPending } = useManagedTeams({ enabled: user?.role !== "YOUTUBER" });
  const [state, setState] = useState<PublicationState | "all">("all");
  return (
    <PageColumns>
      <title>Publications · Reelay</title>
      <PageHeader
        title="Publications"
        start={<HomeLink />}
        actions={
          <>
            <ThemeMenu />
            {user && <SettingsLink user={user} />}
          </>
        }
      />
      {isPending ? (
        <Waiting />
      ) : managed?.length === 0 ? (
        <DeadEnd message="This page is for creators">
          Videos that you edited appear on your profile once they are published.
        </DeadEnd>
      ) : (
        <Tabs
          value={state}
          onValueChange={(value) => setState(tabs.find((tab) => tab.value === value)?.value ?? "all")}
          label="Publications"
          tabs={tabs}
        >
          {tabs.map(({ value }) => (
            <TabPanel key={value} value={value}>
              <Publications state={value} role={user?.role ?? "YOUTUBER"} />
            </TabPanel>
          ))}
        </Tabs>
      )}
    </PageColumns>
  );
}

function Publications({ state, role }: { state: PublicationState | "all"; role: Role }) {
  const list = useInfiniteQuery(publicationsQuery(state));
  const percents = useUploadPercents();
  if (list.isPending) return <Waiting />;
  if (list.isLoadingError) {
    return <ErrorState message={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  if (list.data.length === 0) {
    return (
      <EmptyState
        title={state === "all" ? "No publications yet" : "No matching publications"}
        action={
          <Link to={tasksPath(role)} className="link">
            Go to your tasks
          </Link>
        }
      >
        Videos that you publish appear here with their progress.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="divide-y border-b">
        {list.data.map((publication) => (
          <PublicationRow
            key={publication.deliveryId}
            publication={publication}
            role={role}
            receivedAt={list.dataUpdatedAt}
            percent={percents.get(publication.deliveryId)?.percent ?? publication.percent}
          />
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading publications">
      <Skeleton className="mt-4 h-16 w-full" />
      <Skeleton className="mt-4 h-16 w-full" />
    </SkeletonGroup>
  );
}
