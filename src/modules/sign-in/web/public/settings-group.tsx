import { type QueryFilters, useIsFetching, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";

import type { SettingsGroupId } from "#core/paths.ts";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

const titles: Record<SettingsGroupId, string> = {
  account: "Account",
  security: "Sign-in and security",
  notifications: "Notifications",
  delivery: "Delivery from editors",
  publishing: "Publishing",
  team: "Team",
  data: "Storage and data",
};

/** Queries that have failed say so in their section, and are tried again. */
const firstAttempts: QueryFilters = { predicate: ({ state }) => state.fetchFailureCount === 0 };

/**
 * The groups of the Settings page, hidden until all of them have loaded for the first time: what they load decides on the height of
 * most sections, and on the place of the group that the URL names.
 */
export function SettingsGroups({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const fetching = useIsFetching(firstAttempts);
  const { hash } = useLocation();
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (queries.isFetching(firstAttempts) === 0) setIsLoaded(true);
  }, [queries, fetching]);
  useEffect(() => {
    if (isLoaded) document.getElementById(hash.slice(1))?.scrollIntoView();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later targets are scrolled to by the router.
  }, [isLoaded]);
  return (
    <div className="relative min-w-0 flex-1">
      {!isLoaded && (
        <SkeletonGroup label="Loading your settings" className="absolute inset-x-0 top-0">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="mt-6 h-24" />
          <Skeleton className="mt-8 h-48" />
        </SkeletonGroup>
      )}
      {/* Not `invisible`: what a link leads to can have the focus already. */}
      <div className={isLoaded ? undefined : "opacity-0"}>{children}</div>
    </div>
  );
}

interface SettingsGroupProps {
  id: SettingsGroupId;
  children: ReactNode;
}

/** Sections of the Settings page about one subject. */
export function SettingsGroup({ id, children }: SettingsGroupProps) {
  return (
    <div className="mt-12 first:mt-0">
      <h2 id={id} tabIndex={-1} className="scroll-mt-5 pb-4 font-heading text-2xl">
        {titles[id]}
      </h2>
      {children}
    </div>
  );
}

/** Links to the groups: beside them on wide screens, otherwise above them. */
export function SettingsIndex({ groups }: { groups: readonly SettingsGroupId[] }) {
  return (
    <nav aria-label="Settings" className="shrink-0 wide:sticky wide:top-6 wide:w-44 wide:self-start">
      <ul className="grid grid-cols-2 border-t text-sm font-medium sm:grid-cols-3 wide:grid-cols-1 wide:border-t-0">
        {groups.map((id) => (
          <li key={id} className="border-b wide:border-b-0">
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center text-soft transition-colors hover:text-ink wide:min-h-9"
            >
              {titles[id]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
