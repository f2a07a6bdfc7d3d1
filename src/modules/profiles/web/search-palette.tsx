import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { profilePath } from "#modules/people/rules.ts";
import { usePersonSearch } from "#modules/people/web/use-person-search.ts";
import { type Option, optionId, OptionList } from "#ui/option-list.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useActiveOption } from "#ui/use-active-option.ts";
import { useFocusReturn } from "#ui/use-focus-return.ts";

interface SearchPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Finds people by name and opens their profile. */
export function SearchPalette({ open, onOpenChange }: SearchPaletteProps) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fade fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-md border bg-panel focus:outline-none"
        >
          <Dialog.Title className="sr-only">Find people</Dialog.Title>
          <Finder onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Mounted only while the palette is open: it starts empty each time and sends no requests while closed. */
function Finder({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const listId = useId();
  const [query, setQuery] = useState("");
  const { people, searching, error } = usePersonSearch(query);
  useEffect(() => {
    if (error) toast.error("Failed to fetch users.", { id: "user-search" });
  }, [error]);
  const options = people.map(({ id, name, role, profileImgUrl }) => ({
    value: String(id),
    label: name,
    detail: role === "NORMAL" ? undefined : role.toLowerCase(),
    avatarUrl: profileImgUrl,
  }));
  const { active, activate, onKeyDown } = useActiveOption(options);
  const open = (option: Option | undefined) => {
    const person = people.find(({ id }) => String(id) === option?.value);
    // While searching, the list still shows the results of an earlier query.
    if (searching || !person) return;
    onDone();
    void navigate(profilePath(person));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") open(options[active]);
    else onKeyDown(event);
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b px-4">
        {searching ? <Spinner /> : <Search aria-hidden className="size-4 text-faint" />}
        <input
          role="combobox"
          aria-label="Find people"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={options[active] ? optionId(listId, active) : undefined}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={press}
          placeholder="Type a command or search..."
          maxLength={50}
          className="h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-faint"
        />
      </div>
      <output className="block px-4 py-4 text-sm text-soft empty:hidden">
        {statusText({ found: people.length, searching, failed: error !== null })}
      </output>
      <OptionList
        id={listId}
        label="People"
        options={options}
        active={active}
        hidden={options.length === 0}
        onChoose={open}
        onPoint={activate}
        className="p-1.5"
      />
    </>
  );
}

function statusText(state: { found: number; searching: boolean; failed: boolean }): string | null {
  if (state.found > 0) return null;
  if (state.searching) return "Searching...";
  return state.failed ? "Failed to fetch users." : "No users found.";
}
