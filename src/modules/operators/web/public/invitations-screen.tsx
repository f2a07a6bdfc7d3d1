import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type InvitationFilter, invitationFilters } from "#modules/operators/contract/invitations.ts";
import { signInOptions } from "#modules/sign-in/web/public/sign-in-options.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { SelectField } from "#ui/select-field.tsx";

import { AdminPage, Loaded } from "../admin-page.tsx";
import { DataTable } from "../data-table.tsx";
import { invitationColumns } from "../invitations/invitation-columns.tsx";
import { InviteDialog } from "../invitations/invite-dialog.tsx";
import { allInvitationsQuery } from "../queries.ts";

const filterNames: Record<InvitationFilter, string> = { all: "All invitations", pending: "Pending" };

/** Invitations of all users, and what operators can do about them. */
export function InvitationsScreen() {
  const [filter, setFilter] = useState<InvitationFilter>("all");
  const [inviting, setInviting] = useState<boolean | null>(null);
  const list = useInfiniteQuery(allInvitationsQuery(filter));
  const closed = signInOptions().signUp === "closed";
  return (
    <AdminPage title="Invitations">
      <div className="mb-2 flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <SelectField
          label="Show"
          hideLabel
          className="sm:w-44"
          options={invitationFilters.map((value) => ({ value, label: filterNames[value] }))}
          value={filter}
          onChange={({ target }) =>
            setFilter(invitationFilters.find((value) => value === target.value) ?? "all")
          }
        />
        {!closed && (
          <Button variant="primary" onClick={() => setInviting(true)}>
            Invite a person
          </Button>
        )}
      </div>
      {closed && (
        <p className="my-3 text-sm text-soft">
          This server doesn't accept new accounts. Set <code className="font-mono">SIGN_UP=invitation</code>{" "}
          and restart it to invite people.
        </p>
      )}
      <Loaded query={list} label="Loading invitations">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={filter === "pending" ? "No pending invitations" : "No invitations yet"}>
              Invitations of creators and operators appear here until 30 days after they expire.
            </EmptyState>
          ) : (
            <>
              <DataTable
                label="Invitations"
                columns={invitationColumns}
                rows={rows}
                rowKey={({ id }) => id}
              />
              <LoadMore
                hasMore={list.hasNextPage}
                loading={list.isFetchingNextPage}
                onLoad={() => void list.fetchNextPage()}
              />
            </>
          )
        }
      </Loaded>
      {inviting !== null && <InviteDialog open={inviting} onOpenChange={setInviting} />}
    </AdminPage>
  );
}
