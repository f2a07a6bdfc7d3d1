import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { profilePath } from "#modules/accounts/rules.ts";
import { usePersonSearch } from "#modules/accounts/web/person-search.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { classNames } from "#ui/class-names.ts";
import { Spinner } from "#ui/spinner.tsx";
import { useFocusReturn } from "#ui/use-focus-return.ts";

interface SearchPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Finds people by name and opens their profile (specification, section 2, "User search"). */
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

/** Lives only while the palette is open, so that every opening starts empty and nothing is asked in between. */
function Finder({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const { people, searching, error } = usePersonSearch(query);
  useEffect(() => {
    if (error) toast.error("Failed to fetch users.", { id: "user-search" });
  }, [error]);
  const [chosen, choose] = useFirstOf(people.map(({ id }) => String(id)));
  const quiet = quietText({ found: people.length, searching, failed: error !== null });
  return (
    <Command
      label="Find people"
      value={chosen}
      onValueChange={choose}
      shouldFilter={false}
      vimBindings={false}
      loop
    >
      <div className="flex items-center gap-3 border-b px-4">
        {searching ? <Spinner /> : <Search aria-hidden className="size-4 text-faint" />}
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Type a command or search..."
          maxLength={50}
          className="h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-faint"
        />
      </div>
      <output className="block px-4 py-4 text-sm text-soft empty:hidden">{quiet}</output>
      <Command.List
        label="People"
        className={classNames("max-h-75 overflow-y-auto p-1.5", people.length === 0 && "hidden")}
      >
        {people.map((person) => (
          <Command.Item
            key={person.id}
            value={String(person.id)}
            onSelect={() => {
              // What is listed still answers an earlier search; Enter must not open a stranger.
              if (searching) return;
              onDone();
              void navigate(profilePath(person));
            }}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-ink data-[selected=true]:bg-raised"
          >
            <Avatar name={person.name} src={person.profileImgUrl} size={28} />
            <span className="min-w-0 truncate font-medium">{person.name}</span>
            {person.role !== "NORMAL" && (
              <span className="ml-auto text-sm text-soft">{person.role.toLowerCase()}</span>
            )}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}

/** Every new list begins with its first entry chosen. */
function useFirstOf(values: readonly string[]): [string, (value: string) => void] {
  const list = values.join(" ");
  const [choice, setChoice] = useState({ list, value: "" });
  const value = choice.list === list && values.includes(choice.value) ? choice.value : values[0];
  return [value ?? "", (next) => setChoice({ list, value: next })];
}

function quietText(state: { found: number; searching: boolean; failed: boolean }): string | null {
  if (state.found > 0) return null;
  if (state.searching) return "Searching...";
  return state.failed ? "Failed to fetch users." : "No users found.";
}
