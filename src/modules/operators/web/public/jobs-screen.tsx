import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ResponseOf } from "#core/endpoint.ts";
import type { operatorJobEndpoints } from "#modules/operators/contract/jobs.ts";
import { Button } from "#ui/button.tsx";
import { formatMoment } from "#ui/format.ts";
import { Switch } from "#ui/switch.tsx";

import { AdminPage, AdminSection, Loaded } from "../admin-page.tsx";
import { type Column, DataTable } from "../data-table.tsx";
import { activityColumns } from "../jobs/activity-columns.tsx";
import { QueueJobs } from "../jobs/queue-jobs.tsx";
import { queuesQuery } from "../queries.ts";
import { number } from "../texts.ts";

type Jobs = ResponseOf<typeof operatorJobEndpoints.queues>;
type Queue = Jobs["queues"][number];

/** Queues, and running preparations and deliveries. */
export function JobsScreen() {
  const jobs = useQuery(queuesQuery);
  return (
    <AdminPage title="Jobs">
      <Loaded query={jobs} label="Loading jobs">
        {(data) => <JobsContent jobs={data} />}
      </Loaded>
    </AdminPage>
  );
}

function JobsContent({ jobs: { queues, activities } }: { jobs: Jobs }) {
  const [all, setAll] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const busy = queues.filter(({ waiting, running, failed }) => waiting + running + failed > 0);
  const listed = all ? queues : busy;
  const toggle = (name: string) => setOpened(opened === name ? null : name);
  return (
    <>
      <AdminSection title="Preparations and deliveries">
        {activities.length === 0 ? (
          <p className="border-b py-3 text-sm text-soft">No video is being prepared or delivered.</p>
        ) : (
          <DataTable
            label="Preparations and deliveries"
            columns={activityColumns}
            rows={activities}
            rowKey={({ id }) => id}
          />
        )}
      </AdminSection>
      <AdminSection
        title="Queues"
        note={
          <Switch label="Show idle queues" checked={all} onChange={({ target }) => setAll(target.checked)} />
        }
      >
        {listed.length === 0 ? (
          <p className="border-b py-3 text-sm text-soft">All queues are idle.</p>
        ) : (
          <DataTable
            label="Queues"
            columns={queueColumns(opened, toggle)}
            rows={listed}
            rowKey={({ name }) => name}
          />
        )}
      </AdminSection>
      {opened !== null && <QueueJobs key={opened} queue={opened} />}
    </>
  );
}

function queueColumns(opened: string | null, toggle: (name: string) => void): readonly Column<Queue>[] {
  return [
    {
      label: "Queue",
      wide: true,
      cell: ({ name }) => (
        <Button
          variant="quiet"
          size="small"
          className="-ml-3 max-w-full"
          aria-expanded={opened === name}
          onClick={() => toggle(name)}
        >
          <span className="truncate font-mono">{name}</span>
        </Button>
      ),
    },
    { label: "Waiting", number: true, cell: ({ waiting }) => number(waiting) },
    { label: "Running", number: true, cell: ({ running }) => number(running) },
    {
      label: "Failed",
      number: true,
      cell: ({ failed }) => <span className={failed > 0 ? "text-fault" : undefined}>{number(failed)}</span>,
    },
    {
      label: "Oldest due since",
      from: "sm",
      number: true,
      cell: ({ oldestDueAt }) => (oldestDueAt === null ? "–" : formatMoment(new Date(oldestDueAt))),
    },
  ];
}
