import { ListFilter, Search } from "lucide-react";
import { useState } from "react";

import type { CommentCounts } from "#modules/feedback/rules/comment-counts.ts";
import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import { SearchField } from "#ui/search-field.tsx";

import { type Filter, type Status, statuses } from "./comment-filter.ts";

const statusLabels: Record<Status, string> = { open: "Open", resolved: "Resolved", all: "All" };

interface PanelHeaderProps {
  filter: Filter;
  /** Null while the comments are loading. */
  counts: CommentCounts | null;
  onChange: (filter: Filter) => void;
}

/** Filters, search and order of the comments. */
export function PanelHeader({ filter, counts, onChange }: PanelHeaderProps) {
  const [searching, setSearching] = useState(filter.search !== "");
  const change = (part: Partial<Filter>) => onChange({ ...filter, ...part });
  const isFiltered = filter.mine || filter.withDrawing || filter.sort === "newest";
  return (
    <div className="-mx-4 -mt-2 shrink-0 border-b px-4 pb-1">
      <div className="flex flex-wrap items-center gap-x-1 pointer-coarse:gap-x-0">
        <fieldset aria-label="Show" className="mr-auto -ml-1.5 flex">
          {statuses.map((status) => (
            <button
              key={status}
              type="button"
              aria-pressed={filter.status === status}
              onClick={() => change({ status })}
              className={classNames(
                "flex min-h-9 items-center gap-1 rounded-sm px-1.5 text-sm font-semibold enabled-hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11",
                filter.status === status ? "text-ink" : "text-faint",
              )}
            >
              {statusLabels[status]}
              {counts && (
                <span className="font-normal tabular-nums">{counts[status].toLocaleString("en-US")}</span>
              )}
            </button>
          ))}
        </fieldset>
        <IconButton
          size="small"
          label="Search comments"
          aria-expanded={searching}
          icon={<Search aria-hidden className="size-4.5" strokeWidth={1.75} />}
          onClick={() => {
            if (searching) change({ search: "" });
            setSearching(!searching);
          }}
        />
        <Menu
          items={[
            {
              label: "Only mine",
              checked: filter.mine,
              toggles: true,
              onSelect: () => change({ mine: !filter.mine }),
            },
            {
              label: "With drawing",
              checked: filter.withDrawing,
              toggles: true,
              onSelect: () => change({ withDrawing: !filter.withDrawing }),
            },
            {
              label: "Sort by frame",
              checked: filter.sort === "frame",
              onSelect: () => change({ sort: "frame" }),
            },
            {
              label: "Newest first",
              checked: filter.sort === "newest",
              onSelect: () => change({ sort: "newest" }),
            },
          ]}
          trigger={
            <IconButton
              size="small"
              label={isFiltered ? "Filter and sort, active" : "Filter and sort"}
              icon={
                <ListFilter
                  aria-hidden
                  className={classNames("size-4.5", isFiltered && "text-amber")}
                  strokeWidth={1.75}
                />
              }
            />
          }
        />
      </div>
      {searching && (
        <SearchField
          label="Search comments"
          placeholder="Search text and names"
          value={filter.search}
          onChange={(search) => change({ search })}
          takesFocus
          className="mb-2"
        />
      )}
    </div>
  );
}
