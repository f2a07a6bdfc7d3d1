import type { AdministeredUser } from "#modules/operators/contract/users.ts";
import { Badge } from "#ui/badge.tsx";
import { formatBytes, formatMoment } from "#ui/format.ts";

import type { Column } from "../data-table.tsx";
import { number, roleNames } from "../texts.ts";
import { UserMenu } from "./user-menu.tsx";

export const userColumns: readonly Column<AdministeredUser>[] = [
  { label: "User", wide: true, cell: (user) => <Account user={user} /> },
  { label: "Role", from: "sm", cell: ({ role }) => roleNames[role] },
  {
    label: "Last active",
    from: "md",
    cell: ({ lastActiveAt }) => (
      <span className="font-mono whitespace-nowrap text-soft">
        {lastActiveAt === null ? "–" : formatMoment(new Date(lastActiveAt))}
      </span>
    ),
  },
  { label: "Open tasks", number: true, from: "md", cell: ({ openTasks }) => number(openTasks) },
  {
    label: "Storage",
    number: true,
    cell: ({ storedBytes, quotaBytes, ownQuota }) => (
      <>
        {formatBytes(storedBytes)}
        {quotaBytes !== null && (
          <span className="block text-xs text-soft">
            of {formatBytes(quotaBytes)}
            {ownQuota && <span className="sr-only"> (set for this user)</span>}
          </span>
        )}
      </>
    ),
  },
  { label: "Actions", hideLabel: true, cell: (user) => <UserMenu user={user} /> },
];

function Account({ user }: { user: AdministeredUser }) {
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <bdi className="min-w-0 font-medium break-words">{user.name}</bdi>
        <span className="shrink-0 font-mono text-xs text-soft">#{user.id}</span>
        {user.operator && <Badge>Operator</Badge>}
        {user.suspendedAt && <Badge tone="fault">Suspended</Badge>}
      </span>
      <span className="block text-xs break-words text-soft">
        {user.email}
        {!user.emailVerified && " · not confirmed"}
      </span>
    </>
  );
}
