import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";

import type { Task } from "../contract.ts";
import { allows, type Side } from "../rules.ts";
import { cardBody, cardGrid, filterBar, searchPlace, selectPlace } from "./card-layout.ts";
import { tasksQuery } from "./queries.ts";
import { TaskCard } from "./task-card.tsx";
import { TaskFilterBar } from "./task-filter.tsx";
import { isFiltering, type TaskFilter } from "./use-task-filter.ts";

interface TaskListProps {
  completed: boolean;
  filter: TaskFilter;
  onFilter: (filter: TaskFilter) => void;
  side: Side;
  percents: ReadonlyMap<number, number>;
  uploadAction: (task: Task) => ReactNode;
  rating: (task: Task, side: Side) => ReactNode;
  onEdit: (task: Task) => void;
  onCreate: () => void;
}

export function TaskList(props: TaskListProps) {
  const { completed, filter, onFilter, side, percents, uploadAction, rating, onEdit, onCreate } = props;
  const query = tasksQuery(completed, filter);
  // What was found before stays until the next is here, and the search keeps its focus.
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  if (list.isPending) return <TaskListSkeleton completed={completed} />;
  if (list.isLoadingError) {
    return (
      <ErrorState
        className="mt-6"
        message={list.error.message}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  const bar = (
    <>
      <TaskFilterBar {...{ filter, onFilter, completed }} />
      <output className="sr-only">
        {isFiltering(filter) && !list.isPlaceholderData && found(list.data.length, list.hasNextPage)}
      </output>
    </>
  );
  if (list.data.length === 0 && isFiltering(filter)) {
    return (
      <>
        {bar}
        <EmptyState title="No task fits.">Search for other words, or show all of them again.</EmptyState>
      </>
    );
  }
  // Nothing fitted, and all of them are asked for: what comes is not known yet.
  if (list.data.length === 0 && list.isPlaceholderData) {
    return (
      <>
        {bar}
        <SkeletonGroup label={loadingTasks}>
          <CardSkeletons />
        </SkeletonGroup>
      </>
    );
  }
  if (list.data.length === 0) return <NoTasks completed={completed} side={side} onCreate={onCreate} />;
  return (
    <>
      {bar}
      {list.data.map((task) => (
        <TaskCard
          key={task.id}
          task={task}
          side={side}
          percent={allows(task.stage, "publish") ? (percents.get(task.id) ?? null) : null}
          uploadAction={uploadAction(task)}
          rating={rating(task, side)}
          onEdit={() => onEdit(task)}
        />
      ))}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
        label={filter.sort === "newest" ? "Show older tasks" : "Show more tasks"}
      />
      <p className="py-5 text-sm text-soft">{footerHints[completed ? "completed" : "assigned"][side]}</p>
    </>
  );
}

/** Said aloud: the list changes under the search while the focus stays in it. */
function found(count: number, more: boolean): string {
  if (count === 0) return "Nothing was found.";
  return count === 1 && !more ? "1 task fits." : `${count}${more ? " and more" : ""} tasks fit.`;
}

const footerHints: Record<"assigned" | "completed", Record<Side, string>> = {
  assigned: {
    creator:
      "Decide on a version before its clock runs out: then it is deleted, and the editor uploads it again.",
    editor:
      "If the creator doesn't decide before the clock runs out, the video is deleted and you are asked to upload it again.",
  },
  completed: {
    creator: "Your ratings stand on the editors' profiles.",
    editor: "Completed tasks and their ratings stand on your profile.",
  },
};

function NoTasks({ completed, side, onCreate }: { completed: boolean; side: Side; onCreate: () => void }) {
  if (completed) {
    return (
      <EmptyState title="No completed tasks yet.">
        A task is completed when its video is published. It then stays here with its link.
      </EmptyState>
    );
  }
  if (side === "editor") {
    return (
      <EmptyState title="No tasks currently assigned yet.">
        When a creator assigns work to you, it appears here with the brief, the reference files and the
        deadline.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No tasks currently assigned yet."
      action={
        <Button variant="primary" onClick={onCreate}>
          Create Task
        </Button>
      }
    >
      A task carries your brief to an editor, and the edited video back to you for review.
    </EmptyState>
  );
}

function TaskListSkeleton({ completed }: { completed: boolean }) {
  return (
    <SkeletonGroup label={loadingTasks}>
      <span className={filterBar}>
        <Skeleton className={classNames("h-10 pointer-coarse:h-11", searchPlace)} />
        {!completed &&
          [0, 1].map((select) => (
            <Skeleton key={select} className={classNames("h-10 pointer-coarse:h-11", selectPlace)} />
          ))}
      </span>
      <CardSkeletons />
    </SkeletonGroup>
  );
}

const loadingTasks = "Loading your tasks";

function CardSkeletons() {
  return (
    <>
      {[0, 1, 2].map((row) => (
        <span key={row} className={classNames("border-b py-5", cardGrid)}>
          <Skeleton className="aspect-video w-full self-start sm:row-span-2" />
          <Skeleton className="h-6 w-1/2" />
          <span className={cardBody}>
            <SkeletonText lines={1} className="my-1.5" />
            <Skeleton className="mt-5.5 mb-2 h-0.5 w-full" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-4 h-8 w-28 pointer-coarse:h-11" />
          </span>
        </span>
      ))}
    </>
  );
}
