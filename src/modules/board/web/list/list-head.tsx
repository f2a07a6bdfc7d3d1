import { CircleQuestionMark, SlidersHorizontal } from "lucide-react";
import { useState } from "react";

import { IconButton } from "#ui/icon-button.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";

import { isDefaultList, isFiltering, type TaskFilter } from "./use-task-filter.ts";
import { useTrackLegend } from "./use-track-legend.ts";

/** Phones, and windows as low as a laptop's with text of 200%: there the first task comes before the filters and the legend. */
const small = "(width < 640px), (height < 36rem)";

interface ListParts {
  /** Whether the window is small: filters and legend are then shown on request. */
  isSmall: boolean;
  hasFilters: boolean;
  legend: { shown: boolean; dismiss: () => void };
  /** Whether the legend is for the user, and was not dismissed yet. */
  offersLegend: boolean;
  toggleFilters: () => void;
  toggleLegend: () => void;
}

/** Whether the filters are shown above the tasks, and, to users with at most one task, the legend. */
export function useListParts(filter: TaskFilter, taskCount: number): ListParts {
  const isSmall = useMediaQuery(small);
  const legend = useTrackLegend();
  const offersLegend = legend.shown && taskCount <= 1 && !isFiltering(filter);
  const [opened, setOpened] = useState({ filters: false, legend: false });
  return {
    isSmall,
    hasFilters: !isSmall || opened.filters || !isDefaultList(filter),
    legend: { shown: offersLegend && (!isSmall || opened.legend), dismiss: legend.dismiss },
    offersLegend,
    toggleFilters: () => setOpened({ ...opened, filters: !opened.filters }),
    toggleLegend: () => setOpened({ ...opened, legend: !opened.legend }),
  };
}

interface ListHeadProps {
  /** Says which tasks the tab lists. */
  text: string;
  parts: ListParts;
  /** Whether the tab has no tasks. */
  empty: boolean;
}

/** The line above the tasks: what they are, and in small windows the buttons that show filters and legend. */
export function ListHead({ text, parts, empty }: ListHeadProps) {
  const hasButtons = parts.isSmall && !empty;
  return (
    <div className="flex items-center gap-x-1">
      <p className="mr-auto min-w-0 text-sm text-pretty text-soft">{text}</p>
      {hasButtons && (
        <IconButton
          label="Search and filter"
          aria-expanded={parts.hasFilters}
          icon={<SlidersHorizontal aria-hidden className="size-5" strokeWidth={1.75} />}
          onClick={parts.toggleFilters}
          className="-my-2 ml-2"
        />
      )}
      {hasButtons && parts.offersLegend && (
        <IconButton
          label="The stages of a task"
          aria-expanded={parts.legend.shown}
          icon={<CircleQuestionMark aria-hidden className="size-5" strokeWidth={1.75} />}
          onClick={parts.toggleLegend}
          className="-my-2 -mr-2.5"
        />
      )}
    </div>
  );
}
