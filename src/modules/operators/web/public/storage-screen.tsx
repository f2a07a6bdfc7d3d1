import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";

import {
  chartDays,
  type StorageKind,
  storageKinds,
  type StorageReport,
} from "#modules/operators/contract/figures.ts";
import { formatBytes, formatMoment } from "#ui/format.ts";
import { LoadBoundary } from "#ui/load-boundary.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

import { AdminPage, AdminSection, Loaded } from "../admin-page.tsx";
import { type Column, DataTable } from "../data-table.tsx";
import { storageQuery } from "../queries.ts";
import { expiryNames, number, storageNames } from "../texts.ts";

const GrowthChart = lazy(async () => ({
  default: (await import("../storage/growth-chart.tsx")).GrowthChart,
}));

/** Stored bytes by kind, their growth, the largest tasks and users, and what expires when. */
export function StorageScreen() {
  const report = useQuery(storageQuery);
  return (
    <AdminPage title="Storage">
      <Loaded query={report} label="Loading storage">
        {(data) => <StorageContent report={data} />}
      </Loaded>
    </AdminPage>
  );
}

interface KindRow {
  kind: StorageKind;
  bytes: number;
  share: number;
}

function StorageContent({ report }: { report: StorageReport }) {
  const { bytes, freeBytes, days, largestTasks, largestUsers, expiring, defaultQuotaBytes } = report;
  const total = storageKinds.reduce((all, kind) => all + bytes[kind], 0);
  const kinds = storageKinds.map((kind) => ({
    kind,
    bytes: bytes[kind],
    share: total === 0 ? 0 : bytes[kind] / total,
  }));
  const quota = defaultQuotaBytes === null ? "no quota" : `${formatBytes(defaultQuotaBytes)} for each user`;
  return (
    <>
      <AdminSection
        title="By kind"
        note={`${formatBytes(total)} used, ${freeBytes === null ? "free space unknown" : `${formatBytes(freeBytes)} free`}, ${quota}`}
      >
        <DataTable label="Storage by kind" columns={kindColumns} rows={kinds} rowKey={({ kind }) => kind} />
      </AdminSection>
      <AdminSection title={`Last ${chartDays} days`} note="The last measurement of each day">
        <LoadBoundary fallback={<Skeleton className="h-55 w-full" />}>
          <GrowthChart days={days} />
        </LoadBoundary>
      </AdminSection>
      <div className="grid gap-x-12 wide:grid-cols-2 *:mt-8!">
        <AdminSection title="Largest tasks">
          {largestTasks.length === 0 ? (
            <Nothing>No videos are stored.</Nothing>
          ) : (
            <DataTable
              label="Largest tasks"
              columns={taskColumns}
              rows={largestTasks}
              rowKey={({ taskId }) => taskId}
            />
          )}
        </AdminSection>
        <AdminSection title="Largest users">
          {largestUsers.length === 0 ? (
            <Nothing>No videos are stored.</Nothing>
          ) : (
            <DataTable
              label="Largest users"
              columns={ownerColumns}
              rows={largestUsers}
              rowKey={({ owner }) => owner.id}
            />
          )}
        </AdminSection>
      </div>
      <AdminSection title="Expires within 7 days">
        {expiring.length === 0 ? (
          <Nothing>No stored video expires within 7 days.</Nothing>
        ) : (
          <DataTable
            label="Upcoming expirations"
            columns={expiryColumns}
            rows={expiring}
            rowKey={({ reason, day }) => `${reason} ${day}`}
          />
        )}
      </AdminSection>
      <p className="mt-6 text-sm text-soft">As of {formatMoment(new Date(report.measuredAt))}.</p>
    </>
  );
}

function Nothing({ children }: { children: string }) {
  return <p className="border-b py-3 text-sm text-soft">{children}</p>;
}

const kindColumns: readonly Column<KindRow>[] = [
  { label: "Kind", cell: ({ kind }) => <span className="sm:whitespace-nowrap">{storageNames[kind]}</span> },
  {
    label: "Share",
    wide: true,
    from: "sm",
    cell: ({ share }) => (
      <span aria-hidden className="block h-1.5 rounded-full bg-raised">
        <span className="block h-full rounded-full bg-soft" style={{ width: `${share * 100}%` }} />
      </span>
    ),
  },
  { label: "Size", number: true, cell: ({ bytes }) => formatBytes(bytes) },
];

type LargestTask = StorageReport["largestTasks"][number];

const taskColumns: readonly Column<LargestTask>[] = [
  { label: "Task", cell: ({ taskId }) => <span className="font-mono">{taskId}</span> },
  { label: "Creator", wide: true, cell: ({ owner }) => <bdi className="block truncate">{owner.name}</bdi> },
  { label: "Size", number: true, cell: ({ bytes }) => formatBytes(bytes) },
];

const ownerColumns: readonly Column<StorageReport["largestUsers"][number]>[] = [
  { label: "User", wide: true, cell: ({ owner }) => <bdi className="block truncate">{owner.name}</bdi> },
  { label: "Size", number: true, cell: ({ bytes }) => formatBytes(bytes) },
];

const expiryColumns: readonly Column<StorageReport["expiring"][number]>[] = [
  {
    label: "When",
    cell: ({ day }) => (
      <span className="whitespace-nowrap">
        {day === 0 ? "Within 24 hours" : `In ${day} ${day === 1 ? "day" : "days"}`}
      </span>
    ),
  },
  {
    label: "Reason",
    wide: true,
    cell: ({ reason }) => expiryNames[reason],
  },
  { label: "Videos", number: true, cell: ({ videos }) => number(videos) },
  { label: "Size", number: true, cell: ({ bytes }) => formatBytes(bytes) },
];
