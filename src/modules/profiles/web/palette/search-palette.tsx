import { Clapperboard, Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { profilePath, tasksPath } from "#core/paths.ts";
import type { PersonCard, User } from "#modules/people/contract/people.ts";
import { roleLabels } from "#modules/people/rules/people.ts";
import { usePersonSearch } from "#modules/people/web/public/use-person-search.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { managedChannelRights, ownChannelRights } from "#modules/tasks/rules/access.ts";
import { stageLabel } from "#modules/tasks/rules/stages.ts";
import { useTaskSearch } from "#modules/tasks/web/public/use-task-search.ts";
import { useTeammates } from "#modules/tasks/web/public/use-teammates.ts";
import { useManagedTeams } from "#modules/team/web/public/use-managed-teams.ts";
import { type Option, optionId, OptionList } from "#ui/option-list.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useTheme } from "#ui/theme.ts";
import { useActiveOption } from "#ui/use-active-option.ts";
import { useFocusReturn } from "#ui/use-focus-return.ts";

import { channelCommands, type Command, paletteCommands, matchesWords } from "./palette-commands.ts";
import { maxQueryLength, usePaletteState } from "./palette-state.ts";

interface SearchPaletteProps {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLogOut: () => void;
}

/** Finds people by name and tasks by title, and runs commands. */
export function SearchPalette({ user, open, onOpenChange, onLogOut }: SearchPaletteProps) {
  const focusReturn = useFocusReturn();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade fixed inset-0 z-50 bg-scrim" />
        <Dialog.Content
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            // The dialog would select what was typed while it was loading, so that the next key replaces it.
            event.preventDefault();
            input.current?.focus();
          }}
          data-palette
          aria-describedby={undefined}
          className="fade fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-md border bg-panel focus:outline-none"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Finder input={input} user={user} onDone={() => onOpenChange(false)} onLogOut={onLogOut} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** An option of the palette; `outdated` while the search that has found it runs for a later query. */
interface Entry extends Option {
  act: () => void;
  outdated: boolean;
}

interface FinderProps {
  input: RefObject<HTMLInputElement | null>;
  user: User;
  onDone: () => void;
  onLogOut: () => void;
}

/** Mounted only while the palette is open: it sends no requests while closed. */
function Finder({ input, user, onDone, onLogOut }: FinderProps) {
  const navigate = useNavigate();
  const { chooseTheme } = useTheme();
  const listId = useId();
  const { query, setQuery } = usePaletteState();
  const { people, searching: searchingPeople, error } = usePersonSearch(query);
  const { tasks, searching: searchingTasks } = useTaskSearch(query);
  const { teammates, loading } = useTeammates();
  // Their entries would push down the others.
  const waiting = loading && query.trim() === "";
  const searching = searchingPeople || searchingTasks || waiting;
  useEffect(() => {
    if (error) toast.error("Failed to fetch users.", { id: "user-search" });
  }, [error]);
  const goTo = (path: string) => void navigate(path);
  const openTask = (id: number) => goTo(tasksPath(user.role, id));
  const { managed = [] } = useManagedTeams();
  const channelsRights = [
    ownChannelRights[user.role],
    ...managed.map(({ rights }) => managedChannelRights(rights)),
  ];
  const commands = paletteCommands(user, {
    mayCreate: channelsRights.some((rights) => rights.includes("create tasks")),
    publishes: channelsRights.some((rights) => rights.includes("view figures")),
    goTo,
    chooseTheme,
    logOut: onLogOut,
  });
  const managedChannels = managed.map(({ creator }) => creator);
  const channels = channelCommands(user, managedChannels, goTo);
  const parts = {
    teammates,
    tasks,
    commands,
    channels,
    people,
    searchingPeople,
    searchingTasks,
    openTask,
    goTo,
  };
  const options = waiting ? [] : paletteEntries({ query: query.trim(), ...parts });
  const { active, activate, onKeyDown } = useActiveOption(options);
  const open = (option: Option | undefined) => {
    const entry = options.find(({ value }) => value === option?.value);
    if (!entry) return;
    onDone();
    entry.act();
  };
  const press = (event: KeyboardEvent) => {
    // Enter means what was typed, a click what is shown.
    if (event.key !== "Enter") return onKeyDown(event);
    // Otherwise a dialog that the command opens takes it as a click on its first button.
    event.preventDefault();
    if (!options[active]?.outdated) open(options[active]);
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b px-4">
        {searching ? <Spinner /> : <Search aria-hidden className="size-4 text-faint" />}
        <input
          ref={input}
          role="combobox"
          aria-label="Search"
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
          maxLength={maxQueryLength}
          className="h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-faint"
        />
      </div>
      <output className="block px-4 py-4 text-sm text-soft empty:hidden">
        {statusText({ found: options.length, searching, failed: error !== null })}
      </output>
      <OptionList
        id={listId}
        label="People, tasks and commands"
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

/** At most this many people of the user's tasks are shown before a query. */
const teammatesShown = 5;

/** At most this many commands of managed channels are shown before a query. */
const channelCommandsShown = 6;

/** The entries for a query: people the user works with, commands, managed channels, tasks, other people. */
function paletteEntries(parts: {
  query: string;
  teammates: readonly PersonCard[];
  tasks: readonly Pick<Task, "id" | "taskTitle" | "stage">[];
  commands: readonly Command[];
  channels: readonly Command[];
  people: readonly PersonCard[];
  searchingPeople: boolean;
  searchingTasks: boolean;
  openTask: (id: number) => void;
  goTo: (path: string) => void;
}): Entry[] {
  const { query, openTask, goTo } = parts;
  const matching = (text: string) => query === "" || matchesWords(text, query);
  const teammates = parts.teammates.filter(({ name }) => matching(name)).slice(0, teammatesShown);
  const teammateIds = new Set(teammates.map(({ id }) => id));
  const personEntry = (person: PersonCard, isResult: boolean): Entry => ({
    value: `person ${person.id}`,
    label: person.name,
    detail: roleLabels[person.role],
    avatarUrl: person.profileImgUrl,
    group: isResult ? "People" : "People you work with",
    act: () => goTo(profilePath(person)),
    outdated: isResult && parts.searchingPeople,
  });
  const commandEntries = (commands: readonly Command[], group: string): Entry[] =>
    commands
      .filter(({ label }) => matching(label))
      .map(({ label, icon, act }) => ({
        value: `command ${label}`,
        label,
        icon,
        act,
        group,
        outdated: false,
      }));
  return [
    ...teammates.map((person) => personEntry(person, false)),
    ...commandEntries(parts.commands, "Commands"),
    ...commandEntries(parts.channels, "Creators you work for").slice(
      0,
      query === "" ? channelCommandsShown : undefined,
    ),
    ...parts.tasks.map(({ id, taskTitle, stage }) => ({
      value: `task ${id}`,
      label: taskTitle,
      detail: stageLabel(stage),
      icon: Clapperboard,
      group: "Tasks",
      act: () => openTask(id),
      outdated: parts.searchingTasks,
    })),
    ...parts.people.filter(({ id }) => !teammateIds.has(id)).map((person) => personEntry(person, true)),
  ];
}
