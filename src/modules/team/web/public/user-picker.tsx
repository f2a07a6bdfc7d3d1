import { type RefCallback, useState } from "react";

import { roleNames } from "#modules/people/rules/people.ts";
import { usePersonSearch } from "#modules/people/web/public/use-person-search.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { Combobox } from "#ui/combobox.tsx";

interface UserPickerProps {
  label: string;
  editorsOnly?: boolean;
  /** Name of the chosen user, or empty. */
  name: string;
  onChange: (name: string) => void;
  error: string | undefined;
  ref: RefCallback<HTMLInputElement>;
}

/** Searches other users by name. */
export function UserPicker({ label, editorsOnly = false, name, onChange, error, ref }: UserPickerProps) {
  const user = useUser();
  const [query, setQuery] = useState<string | null>(null);
  const [picture, setPicture] = useState("");
  const { people, searching, error: failed } = usePersonSearch(query ?? "", { enabled: query !== null });
  const offered = people.filter(({ id, role }) => id !== user?.id && (!editorsOnly || role === "EDITOR"));
  return (
    <Combobox
      label={label}
      placeholder="Search by name"
      value={name === "" ? null : { label: name, value: name, avatarUrl: picture }}
      onChange={(option) => {
        setPicture(option?.avatarUrl ?? "");
        onChange(option?.value ?? "");
      }}
      onQueryChange={setQuery}
      options={offered.map((person) => ({
        value: person.name,
        label: person.name,
        detail: roleNames[person.role],
        avatarUrl: person.profileImgUrl,
      }))}
      loading={searching}
      emptyText={failed ? "Failed to fetch users" : "No users found."}
      error={error}
      ref={ref}
    />
  );
}
