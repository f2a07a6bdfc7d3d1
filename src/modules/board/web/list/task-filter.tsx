import { X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";

import type { TaskOrder } from "#modules/board/rules/task-order.ts";
import { isOpen, type Stage, stageLabel, stages } from "#modules/tasks/rules/stages.ts";
import { Button } from "#ui/button.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SelectField } from "#ui/select-field.tsx";

import { filterBar, searchFieldClass, selectFieldClass } from "../card/card-layout.ts";
import { isFiltering, noFilter, parseOrder, type TaskFilter } from "./use-task-filter.ts";

/** Milliseconds from the last key press to the search. */
const searchDelay = 300;

const anyCreator = { value: "", label: "All creators" };
const anyStage = { value: "", label: "All stages" };
const stageOptions = stages
  .filter(isOpen)
  .map((stage) => ({ value: stage, label: capitalize(stageLabel(stage)) }));
const orderOptions: { value: TaskOrder; label: string }[] = [
  { value: "waiting", label: "Waiting first" },
  { value: "newest", label: "Newest first" },
  { value: "deadline", label: "Deadline first" },
];

/** A creator whose tasks can be listed apart. */
export interface Channel {
  id: number;
  name: string;
}

interface TaskFilterBarProps {
  filter: TaskFilter;
  onFilter: (filter: TaskFilter) => void;
  /** The user's own channel and those they manage; one needs no filter. */
  channels: readonly Channel[];
  /** Completed tasks have no filter by stage and no order. */
  completed: boolean;
}

/** Searches the tasks and filters them by stage and channel; orders them by age or deadline. */
export function TaskFilterBar({ filter, onFilter, channels, completed }: TaskFilterBarProps) {
  const searchInput = useRef<HTMLInputElement>(null);
  const clear = () => {
    onFilter({ ...noFilter, sort: filter.sort });
    searchInput.current?.focus();
  };
  return (
    <search className={filterBar}>
      <TaskSearch
        search={filter.search}
        onSearch={(search) => onFilter({ ...filter, search })}
        input={searchInput}
      />
      {channels.length > 1 && (
        <SelectField
          label="Creator"
          hideLabel
          className={selectFieldClass}
          options={[anyCreator, ...channels.map(({ id, name }) => ({ value: String(id), label: name }))]}
          value={String(filter.creatorId ?? "")}
          onChange={({ target }) => onFilter({ ...filter, creatorId: Number(target.value) || null })}
        />
      )}
      {!completed && (
        <>
          <SelectField
            label="Stage"
            hideLabel
            className={selectFieldClass}
            options={[anyStage, ...stageOptions]}
            value={filter.stage ?? ""}
            onChange={(event) => onFilter({ ...filter, stage: chosenStage(event.target.value) })}
          />
          <SelectField
            label="Order"
            hideLabel
            className={selectFieldClass}
            options={orderOptions}
            value={filter.sort}
            onChange={(event) => onFilter({ ...filter, sort: parseOrder(event.target.value) })}
          />
        </>
      )}
      {isFiltering(filter) && (
        <Button variant="quiet" onClick={clear} className="-ml-4 md:ml-0">
          <X aria-hidden className="size-4" />
          Clear filters
        </Button>
      )}
    </search>
  );
}

interface TaskSearchProps {
  search: string;
  onSearch: (search: string) => void;
  input: RefObject<HTMLInputElement | null>;
}

function TaskSearch({ search, onSearch, input }: TaskSearchProps) {
  const [typed, setTyped] = useState(search);
  const [sent, setSent] = useState(search);
  if (sent !== search) {
    setSent(search);
    setTyped(search);
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onSearch(wanted);
    }, searchDelay);
    return () => clearTimeout(timer);
  }, [typed, sent, onSearch]);
  return (
    <SearchField
      ref={input}
      label="Search your tasks"
      placeholder="Search tasks"
      maxLength={100}
      className={searchFieldClass}
      value={typed}
      onChange={setTyped}
    />
  );
}

function chosenStage(text: string): Stage | null {
  return stages.find((stage) => stage === text) ?? null;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
