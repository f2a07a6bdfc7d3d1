import { Search, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";

import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

import { isOpen, type Stage, stageLabel, stages, type TaskOrder } from "../rules.ts";
import { filterBar, searchPlace, selectPlace } from "./card-layout.ts";
import { isFiltering, noFilter, type TaskFilter } from "./use-task-filter.ts";

/** A search is sent this long after typing stops, in milliseconds. */
const searchDelay = 300;

const anyStage = { value: "", label: "Every stage" };
const stageOptions = stages
  .filter(isOpen)
  .map((stage) => ({ value: stage, label: sentence(stageLabel(stage)) }));
const orderOptions: { value: TaskOrder; label: string }[] = [
  { value: "newest", label: "Newest first" },
  { value: "deadline", label: "Deadline first" },
];

interface TaskFilterBarProps {
  filter: TaskFilter;
  onFilter: (filter: TaskFilter) => void;
  /** Completed tasks have one stage, and their deadline is over. */
  completed: boolean;
}

/** Finds tasks by their words, by stage and by deadline. */
export function TaskFilterBar({ filter, onFilter, completed }: TaskFilterBarProps) {
  const searching = useRef<HTMLInputElement>(null);
  const showAll = () => {
    onFilter({ ...noFilter, sort: filter.sort });
    searching.current?.focus();
  };
  return (
    <search className={filterBar}>
      <SearchField
        search={filter.search}
        onSearch={(search) => onFilter({ ...filter, search })}
        input={searching}
      />
      {!completed && (
        <>
          <SelectField
            label="Stage"
            hideLabel
            className={selectPlace}
            options={[anyStage, ...stageOptions]}
            value={filter.stage ?? ""}
            onChange={(event) => onFilter({ ...filter, stage: stageOf(event.target.value) })}
          />
          <SelectField
            label="Order"
            hideLabel
            className={selectPlace}
            options={orderOptions}
            value={filter.sort}
            onChange={(event) =>
              onFilter({ ...filter, sort: event.target.value === "deadline" ? "deadline" : "newest" })
            }
          />
        </>
      )}
      {isFiltering(filter) && (
        <Button variant="quiet" onClick={showAll} className="-ml-4 md:ml-0">
          <X aria-hidden className="size-4" />
          Show all
        </Button>
      )}
    </search>
  );
}

interface SearchFieldProps {
  search: string;
  onSearch: (search: string) => void;
  input: RefObject<HTMLInputElement | null>;
}

function SearchField({ search, onSearch, input }: SearchFieldProps) {
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
    <TextField
      ref={input}
      label="Search your tasks"
      hideLabel
      type="search"
      placeholder="Search tasks"
      maxLength={100}
      className={searchPlace}
      start={<Search aria-hidden className="size-4" />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

function stageOf(text: string): Stage | null {
  return stages.find((stage) => stage === text) ?? null;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
