import { type RefCallback, useState } from "react";

import type { PersonCard } from "#modules/people/contract/people.ts";
import { Combobox } from "#ui/combobox.tsx";

import { useEditorSearch } from "./use-editor-search.ts";

interface EditorPickerProps {
  /** Null for a new task. */
  taskId: number | null;
  /** The creator of the task unless it is the user. */
  creator: PersonCard | null;
  /** Name of the chosen editor, or empty. */
  name: string;
  /** The editor who was chosen before, if there is one. */
  known: PersonCard | null;
  onChange: (name: string) => void;
  /** The editor can no longer be changed. */
  fixed: boolean;
  disabled: boolean;
  error: string | undefined;
  ref: RefCallback<HTMLInputElement>;
}

/** Searches editors by name, those of past tasks first. */
export function EditorPicker({
  taskId,
  creator,
  name,
  known,
  onChange,
  fixed,
  disabled,
  error,
  ref,
}: EditorPickerProps) {
  const [query, setQuery] = useState<string | null>(null);
  const [chosen, setChosen] = useState<PersonCard | null>(null);
  const {
    editors,
    searching,
    error: failed,
  } = useEditorSearch(query, { taskId, channel: creator?.id ?? null });
  const editor = [chosen, known].find((each) => each?.name === name);
  const value = name === "" ? null : { label: name, value: name, avatarUrl: editor?.profileImgUrl };
  return (
    <Combobox
      label="Editor"
      hint={editorHint({ fixed, suspended: known?.suspended === true && known.name === name })}
      placeholder="Search by name"
      value={value}
      onChange={(option) => {
        setChosen(editors.find((editor) => editor.name === option?.value) ?? null);
        onChange(option?.value ?? "");
      }}
      onQueryChange={setQuery}
      options={editors.map((editor) => ({
        value: editor.name,
        label: editor.name,
        detail: editor.teammate ? `worked with ${creator?.name ?? "you"}` : undefined,
        avatarUrl: editor.profileImgUrl,
      }))}
      loading={searching}
      emptyText={failed ? "Failed to fetch users" : "No editors found."}
      disabled={disabled || fixed}
      ref={ref}
      error={error}
    />
  );
}

/** Says why the editor can't be changed, and what to do about an editor who is suspended. */
function editorHint({ fixed, suspended }: { fixed: boolean; suspended: boolean }): string | undefined {
  const isFixed = "You can't change the editor while a version is in review or approved.";
  if (!suspended) return fixed ? isFixed : undefined;
  return `This account is suspended. ${fixed ? isFixed : "Choose another editor, or wait until the account is restored."}`;
}
