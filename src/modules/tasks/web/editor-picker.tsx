import { type RefCallback, useState } from "react";

import type { PersonCard } from "#modules/accounts/contract.ts";
import { usePersonSearch } from "#modules/accounts/web/person-search.tsx";
import { Combobox } from "#ui/combobox.tsx";

interface EditorPickerProps {
  /** Name of the chosen person, empty while nobody is chosen. */
  name: string;
  /** Whom the name stands for, where the caller knows. */
  known: PersonCard | null;
  onChange: (name: string) => void;
  /** The editor can't be changed any more. */
  fixed: boolean;
  disabled: boolean;
  error: string | undefined;
  ref: RefCallback<HTMLInputElement>;
}

/** Finds people by name; the search is not filtered by role, the choice is checked by the server. */
export function EditorPicker({ name, known, onChange, fixed, disabled, error, ref }: EditorPickerProps) {
  const [query, setQuery] = useState<string | null>(null);
  const [chosen, setChosen] = useState(known);
  const { people, searching, error: failed } = usePersonSearch(query ?? "", { enabled: query !== null });
  const value = name === "" ? null : { label: name, value: name, avatarUrl: chosen?.profileImgUrl };
  return (
    <Combobox
      label="Editor"
      hint={fixed ? "A version is in review or approved, so the editor stays." : undefined}
      placeholder="Search by name"
      value={value}
      onChange={(option) => {
        setChosen(people.find((person) => person.name === option?.value) ?? null);
        onChange(option?.value ?? "");
      }}
      onQueryChange={setQuery}
      delay={0}
      options={people.map((person) => ({
        value: person.name,
        label: person.name,
        detail: person.role.toLowerCase(),
        avatarUrl: person.profileImgUrl,
      }))}
      loading={searching}
      emptyText={failed ? "Failed to fetch users" : "No users found."}
      disabled={disabled || fixed}
      ref={ref}
      error={error}
    />
  );
}
