import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";

import { type UserFilter, userFilters } from "#modules/operators/contract/users.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SelectField } from "#ui/select-field.tsx";

import { AdminPage, Loaded } from "../admin-page.tsx";
import { DataTable } from "../data-table.tsx";
import { usersQuery } from "../queries.ts";
import { userColumns } from "../users/user-columns.tsx";

const filterNames: Record<UserFilter, string> = {
  all: "All users",
  suspended: "Suspended",
  operators: "Operators",
};

/** Accounts with what operators can do about each. */
export function UsersScreen() {
  const [search, setSearch] = useState("");
  const [filter, setFilter] = useState<UserFilter>("all");
  const list = useInfiniteQuery(usersQuery(useDeferredValue(search.trim()), filter));
  return (
    <AdminPage title="Users">
      <div className="mb-2 flex flex-col gap-3 sm:flex-row sm:items-end">
        <SearchField
          label="Search users"
          placeholder="Name, email or ID"
          value={search}
          onChange={setSearch}
          maxLength={254}
          className="w-full sm:max-w-96"
        />
        <SelectField
          label="Show"
          hideLabel
          className="sm:w-44"
          options={userFilters.map((value) => ({ value, label: filterNames[value] }))}
          value={filter}
          onChange={({ target }) => setFilter(userFilters.find((value) => value === target.value) ?? "all")}
        />
      </div>
      <Loaded query={list} label="Loading users">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No matching users"
              action={
                <Button
                  onClick={() => {
                    setSearch("");
                    setFilter("all");
                  }}
                >
                  Clear filters
                </Button>
              }
            >
              Search for at least 3 characters of a name or email, a whole name, or an ID.
            </EmptyState>
          ) : (
            <>
              <DataTable label="Users" columns={userColumns} rows={rows} rowKey={({ id }) => id} />
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
