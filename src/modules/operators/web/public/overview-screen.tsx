import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { Overview } from "#modules/operators/contract/figures.ts";
import { stages } from "#modules/tasks/rules/stages.ts";
import { classNames } from "#ui/class-names.ts";
import { formatBytes, formatMoment } from "#ui/format.ts";

import { AdminPage, AdminSection, Loaded } from "../admin-page.tsx";
import { type Column, DataTable } from "../data-table.tsx";
import { overviewQuery } from "../queries.ts";
import { number, stageNames } from "../texts.ts";

/** Users, tasks, deliveries, storage and health at a glance. */
export function OverviewScreen() {
  const overview = useQuery(overviewQuery);
  return (
    <AdminPage title="Overview">
      <Loaded query={overview} label="Loading the overview">
        {(data) => <OverviewContent overview={data} />}
      </Loaded>
    </AdminPage>
  );
}

function OverviewContent({ overview }: { overview: Overview }) {
  const { users, tasks, preparedToday, deliveries, store, health, version, migrations } = overview;
  return (
    <>
      <dl className="mt-2 grid grid-cols-2 border-y sm:grid-cols-4">
        <Figure label="Users" note={`${number(users.activeThisWeek)} active this week`}>
          {number(users.total)}
        </Figure>
        <Figure label="Versions prepared today">{number(preparedToday)}</Figure>
        <Figure
          label="Deliveries running"
          note={`${number(deliveries.failed)} failed`}
          fault={deliveries.failed > 0}
        >
          {number(deliveries.running)}
        </Figure>
        <Figure
          label={store.kind === "disk" ? "Disk used" : "Bucket used"}
          note={store.freeBytes === null ? "Free space unknown" : `${formatBytes(store.freeBytes)} free`}
        >
          {formatBytes(store.usedBytes)}
        </Figure>
      </dl>
      <AdminSection title="Health" note={`Version ${version}`}>
        <DataTable label="Health" columns={healthColumns} rows={health} rowKey={({ part }) => part} />
        <p className="mt-3 text-sm text-soft">
          {migrations.pending === 0
            ? `All ${migrations.applied} migrations are applied.`
            : `${migrations.pending} migrations are pending. Restart Reelay to apply them.`}
        </p>
      </AdminSection>
      <div className="grid gap-x-12 wide:grid-cols-2 *:mt-8!">
        <AdminSection title="Tasks by stage">
          <DataTable
            label="Tasks by stage"
            columns={countColumns("Stage")}
            rows={stages.map((stage) => ({ name: stageNames[stage], count: tasks[stage] }))}
            rowKey={({ name }) => name}
          />
        </AdminSection>
        <AdminSection title="Users by role" note={`${number(users.suspended)} suspended`}>
          <DataTable
            label="Users by role"
            columns={countColumns("Role")}
            rows={[
              { name: "Creators", count: users.byRole.YOUTUBER },
              { name: "Editors", count: users.byRole.EDITOR },
              { name: "No role chosen", count: users.byRole.NORMAL },
            ]}
            rowKey={({ name }) => name}
          />
        </AdminSection>
      </div>
      <AdminSection title="YouTube quota today" note="Renews at midnight Pacific Time">
        <DataTable
          label="YouTube quota today"
          columns={quotaColumns}
          rows={overview.youtubeQuota}
          rowKey={({ part }) => part}
        />
      </AdminSection>
      <p className="mt-6 text-sm text-soft">
        Users, tasks and storage as of {formatMoment(new Date(overview.measuredAt))}.
      </p>
    </>
  );
}

function Figure({
  label,
  note,
  fault = false,
  children,
}: {
  label: string;
  note?: string;
  fault?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="border-line px-4 py-4 odd:border-r max-sm:odd:pl-0 max-sm:nth-[n+3]:border-t sm:border-r sm:first:pl-0 sm:last:border-r-0">
      <dt className="text-xs font-medium text-soft">{label}</dt>
      <dd>
        <span className="mt-1 block font-mono text-2xl tabular-nums">{children}</span>
        <span className={classNames("mt-1 block text-xs", fault ? "text-fault" : "text-soft")}>{note}</span>
      </dd>
    </div>
  );
}

const stateLooks = {
  ok: { dot: "bg-go", text: "OK" },
  failing: { dot: "bg-fault", text: "Failing" },
  off: { dot: "bg-faint", text: "Off" },
} as const;

type Health = Overview["health"][number];

const healthColumns: readonly Column<Health>[] = [
  { label: "Part", cell: ({ part }) => <span className="whitespace-nowrap">{part}</span> },
  {
    label: "State",
    cell: ({ state }) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <span aria-hidden className={classNames("size-2 rounded-full", stateLooks[state].dot)} />
        {stateLooks[state].text}
      </span>
    ),
  },
  {
    label: "Details",
    wide: true,
    cell: ({ detail, since }) => (
      <span className="block break-words text-soft">
        {detail}
        {since !== null && <span className="block">Since {formatMoment(new Date(since))}</span>}
      </span>
    ),
  },
];

type Quota = Overview["youtubeQuota"][number];

const quotaNames: Record<Quota["part"], string> = {
  uploads: "Uploads",
  units: "Data API units",
  counts: "Calls for current counts",
  reports: "Calls for analytics reports",
};

const quotaColumns: readonly Column<Quota>[] = [
  { label: "Part", wide: true, cell: ({ part }) => quotaNames[part] },
  { label: "Used", number: true, cell: ({ used }) => number(used) },
  { label: "Limit", number: true, cell: ({ limit }) => number(limit) },
];

function countColumns(label: string): readonly Column<{ name: string; count: number }>[] {
  return [
    { label, wide: true, cell: ({ name }) => name },
    { label: "Count", number: true, cell: ({ count }) => number(count) },
  ];
}
