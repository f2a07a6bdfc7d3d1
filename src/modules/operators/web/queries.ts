import { infiniteQueryOptions } from "@tanstack/react-query";

import { second } from "#core/time.ts";
import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";

import { operatorFigureEndpoints } from "../contract/figures.ts";
import { type InvitationFilter, operatorInvitationEndpoints } from "../contract/invitations.ts";
import { operatorJobEndpoints } from "../contract/jobs.ts";
import { operatorLogEndpoints } from "../contract/log.ts";
import { operatorSettingEndpoints } from "../contract/settings.ts";
import { operatorUserEndpoints, type UserFilter } from "../contract/users.ts";
import {
  allInvitationsKey,
  jobsKey,
  logKey,
  overviewKey,
  settingsKey,
  storageKey,
  usersKey,
} from "./query-keys.ts";

/** Time after which figures on screen are fetched again. */
const refetchInterval = 10 * second;

export const overviewQuery = {
  ...endpointQuery({ queryKey: overviewKey, endpoint: operatorFigureEndpoints.overview, input: {} }),
  refetchInterval,
};

export const storageQuery = endpointQuery({
  queryKey: storageKey,
  endpoint: operatorFigureEndpoints.storageReport,
  input: {},
});

export const queuesQuery = {
  ...endpointQuery({ queryKey: jobsKey, endpoint: operatorJobEndpoints.queues, input: {} }),
  refetchInterval: 3 * second,
};

export function jobsQuery(queue: string) {
  return {
    ...endpointQuery({
      queryKey: [...jobsKey, queue],
      endpoint: operatorJobEndpoints.jobs,
      input: { params: { queue } },
    }),
    refetchInterval,
  };
}

export const settingsQuery = endpointQuery({
  queryKey: settingsKey,
  endpoint: operatorSettingEndpoints.settings,
  input: {},
});

/** Accounts that match, page by page. */
export function usersQuery(search: string, filter: UserFilter) {
  return infiniteQueryOptions({
    queryKey: [...usersKey, search, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(operatorUserEndpoints.users, { query: { cursor: pageParam, search, filter } }, { signal }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

/** Invitations of all users, page by page. */
export function allInvitationsQuery(filter: InvitationFilter) {
  return infiniteQueryOptions({
    queryKey: [...allInvitationsKey, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        operatorInvitationEndpoints.administeredInvitations,
        { query: { cursor: pageParam, filter } },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

export const logQuery = infiniteQueryOptions({
  queryKey: logKey,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) =>
    call(operatorLogEndpoints.log, { query: { cursor: pageParam, limit: 50 } }, { signal }),
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap(({ data }) => data),
});
