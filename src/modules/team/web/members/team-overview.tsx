import { Check } from "lucide-react";

import type { TeamMember } from "#modules/team/contract/team.ts";
import { managerRights } from "#modules/team/rules/team.ts";

import { rightTexts } from "./rights.ts";

const columns = ["upload", ...managerRights] as const;
type Column = (typeof columns)[number];

function columnLabel(column: Column): string {
  return column === "upload" ? "Upload" : rightTexts[column].label;
}

/** The rights of the creator and of each member as a table. */
export function TeamOverview({ members }: { members: readonly TeamMember[] }) {
  const rows: { id: number; name: string; allowed: readonly Column[] }[] = [
    { id: 0, name: "You", allowed: managerRights },
    ...members.map(({ person: { id, name }, kind, rights }) => ({
      id,
      name,
      allowed: kind === "editor" ? (["upload"] as const) : rights,
    })),
  ];
  return (
    <section aria-labelledby="team-overview" className="mt-8">
      <h3 id="team-overview" className="font-semibold">
        Who may do what
      </h3>
      <table className="mt-2 w-full table-fixed border-t text-sm">
        <thead>
          <tr className="text-xs text-soft sm:text-sm">
            <th scope="col" className="w-1/4 py-2 text-left align-bottom font-normal">
              Member
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-0.5 py-2 text-center align-bottom font-normal">
                {columnLabel(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-t">
              <th scope="row" className="py-2 pr-2 text-left font-medium wrap-anywhere">
                <bdi>{row.name}</bdi>
              </th>
              {columns.map((column) => (
                <td key={column} className="py-2 text-center">
                  <Mark allowed={row.allowed.includes(column)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-soft">
        Everyone also watches and comments: managers in all your tasks, editors in those that you assign to
        them.
      </p>
    </section>
  );
}

function Mark({ allowed }: { allowed: boolean }) {
  return allowed ? (
    <>
      <Check aria-hidden className="inline size-4 text-go" />
      <span className="sr-only">Yes</span>
    </>
  ) : (
    <span className="text-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">No</span>
    </span>
  );
}
