import { useInfiniteQuery } from "@tanstack/react-query";

import type { LogEntry } from "#modules/operators/contract/log.ts";
import { operatorActionTexts } from "#modules/operators/rules/actions.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { formatBytes, formatMoment } from "#ui/format.ts";
import { LoadMore } from "#ui/load-more.tsx";

import { AdminPage, Loaded } from "../admin-page.tsx";
import { type Column, DataTable } from "../data-table.tsx";
import { logQuery } from "../queries.ts";
import { presetRoleName } from "../texts.ts";

const columns: readonly Column<LogEntry>[] = [
  {
    label: "When",
    cell: ({ at }) => (
      <time dateTime={at} className="font-mono whitespace-nowrap">
        {formatMoment(new Date(at))}
      </time>
    ),
  },
  { label: "Action", wide: true, cell: (entry) => <Action entry={entry} /> },
  {
    label: "User",
    from: "sm",
    cell: ({ subject }) => subject && <bdi className="whitespace-nowrap">{subject.name}</bdi>,
  },
  {
    label: "By",
    from: "sm",
    cell: ({ by }) => <bdi className="whitespace-nowrap text-soft">{by?.name ?? "Command line"}</bdi>,
  },
];

function Action({ entry }: { entry: LogEntry }) {
  const { action, subject, by } = entry;
  const facts = entryFacts(entry);
  return (
    <>
      <span className="block break-words">
        {operatorActionTexts[action]}
        {facts && <span className="text-soft"> · {facts}</span>}
      </span>
      <span className="block truncate text-xs text-soft sm:hidden">
        {subject && (
          <>
            <bdi>{subject.name}</bdi>
            {" · "}
          </>
        )}
        {subject ? "by" : "By"} <bdi>{by?.name ?? "command line"}</bdi>
      </span>
    </>
  );
}

/** Facts about an action: the size of a quota, the recipient of an invitation. */
function entryFacts({ detail, invitation }: LogEntry): string | null {
  if (invitation) return `${invitation.email ?? "link"} (${presetRoleName(invitation.role)})`;
  const [, bytes] = /^(\d+) bytes$/.exec(detail ?? "") ?? [];
  return bytes === undefined ? detail : formatBytes(Number(bytes));
}

/** The log of what operators did. */
export function LogScreen() {
  const list = useInfiniteQuery(logQuery);
  return (
    <AdminPage title="Log">
      <Loaded query={list} label="Loading the log">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No actions yet">
              Suspensions, password resets, quotas, invitations and cancelled jobs appear here, with who did
              it and when.
            </EmptyState>
          ) : (
            <>
              <DataTable label="Log" columns={columns} rows={rows} rowKey={({ id }) => id} />
              <LoadMore
                hasMore={list.hasNextPage}
                loading={list.isFetchingNextPage}
                onLoad={() => void list.fetchNextPage()}
              />
            </>
          )
        }
      </Loaded>
    </AdminPage>
  );
}
