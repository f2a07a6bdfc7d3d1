import { useQuery } from "@tanstack/react-query";

import { useChange } from "#core/web/use-change.ts";
import {
  operatorSettingEndpoints as endpoints,
  type SettingInForce,
} from "#modules/operators/contract/settings.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";

import { AdminPage, AdminSection, Loaded } from "../admin-page.tsx";
import { type Column, DataTable } from "../data-table.tsx";
import { settingsQuery } from "../queries.ts";
import { logKey } from "../query-keys.ts";

/** All settings in force, and tests of what they configure. */
export function SettingsScreen() {
  const settings = useQuery(settingsQuery);
  return (
    <AdminPage title="Settings">
      <AdminSection title="Tests">
        <ul>
          <TestRow
            endpoint={endpoints.testMail}
            label="Send a test email"
            hint="To your own address. Waits for the mail server's answer."
          />
          <TestRow
            endpoint={endpoints.testStore}
            label="Test the file store"
            hint="Writes, reads and deletes a small file, on disk or in the bucket."
          />
          <TestRow
            endpoint={endpoints.testPush}
            label="Send a test push"
            hint="To your own browsers that receive push messages."
          />
        </ul>
      </AdminSection>
      <AdminSection
        title="Current settings"
        note="Change them in .env or the environment, then restart Reelay"
      >
        <Loaded query={settings} label="Loading settings">
          {(rows) => <DataTable label="Settings" columns={columns} rows={rows} rowKey={({ name }) => name} />}
        </Loaded>
      </AdminSection>
    </AdminPage>
  );
}

type TestEndpoint = (typeof endpoints)["testMail" | "testStore" | "testPush"];

function TestRow({ endpoint, label, hint }: { endpoint: TestEndpoint; label: string; hint: string }) {
  const test = useChange(endpoint, { errorToast: false, refetch: [logKey] });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b py-2.5">
      <Button
        size="small"
        className="w-52"
        busy={test.isPending && "Testing..."}
        onClick={() => test.mutate()}
      >
        {label}
      </Button>
      <p aria-live="polite" className="min-w-0 flex-1 basis-60 text-sm">
        {test.error ? (
          <span className="text-fault">{test.error.message}</span>
        ) : test.data ? (
          <span className="text-go">{test.data.data.detail}</span>
        ) : (
          <span className="text-soft">{hint}</span>
        )}
      </p>
    </li>
  );
}

const columns: readonly Column<SettingInForce>[] = [
  {
    label: "Setting",
    wide: true,
    cell: ({ name, description }) => (
      <span className="block py-1.5">
        <span className="block font-mono text-xs break-all">{name}</span>
        <span className="mt-0.5 hidden text-xs text-soft sm:block">{description.replaceAll("`", "")}</span>
      </span>
    ),
  },
  {
    label: "Value",
    cell: ({ value }) =>
      value === null ? (
        <span className="text-soft">Hidden</span>
      ) : (
        <span className="block w-36 font-mono text-xs break-words sm:w-64 wide:w-80">{value}</span>
      ),
  },
  {
    label: "Source",
    from: "sm",
    cell: ({ source }) =>
      source === "environment" ? <Badge>Environment</Badge> : <span className="text-soft">Default</span>,
  },
];
