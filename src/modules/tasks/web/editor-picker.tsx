import { type RefCallback, useState } from "react";

import type { PersonCard } from "#modules/people/contract.ts";
import { usePersonSearch } from "#modules/people/web/public/use-person-search.ts";
import { Combobox } from "#ui/combobox.tsx";

interface EditorPickerProps {
  /** Name of the chosen editor, or empty. */
  name: string;
  /** The editor with this name, if known. */
  known: PersonCard | null;
  onChange: (name: string) => void;
  /** The editor can no longer be changed. */
  fixed: boolean;
  disabled: boolean;
  error: string | undefined;
  ref: RefCallback<HTMLInputElement>;
}

/** Searches users by name. The server checks that the chosen user is an editor. */
export function EditorPicker({ name, known, onChange, fixed, disabled, error, ref }: EditorPickerProps) {
  const [query, setQuery] = useState<string | null>(null);
  const [chosen, setChosen] = useState(known);
  const { people, searching, error: failed } = usePersonSearch(query ?? "", { enabled: query !== null });
  const value = name === "" ? null : { label: name, value: name, avatarUrl: chosen?.profileImgUrl };
  return (
    <Combobox
      label="Editor"
      hint={fixed ? "You can't change the editor while a version is in review or approved." : undefined}
      placeholder="Search by name"
      value={value}
      onChange={(option) => {
        setChosen(people.find((person) => person.name === option?.value) ?? null);
        onChange(option?.value ?? "");
      }}
      onQueryChange={setQuery}
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
