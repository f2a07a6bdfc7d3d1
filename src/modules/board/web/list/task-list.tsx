import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { type BoardTask, pageSize } from "#modules/board/contract/board.ts";
import { percentOfTask, type UploadPercents } from "#modules/publishing/web/public/use-upload-percents.ts";
import { allows, type Side } from "#modules/tasks/rules/stages.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";

import { cardBody, cardGrid, filterBar, searchFieldClass, selectFieldClass } from "../card/card-layout.ts";
import { TaskCard } from "../card/task-card.tsx";
import { storeTasks } from "../offline/task-storage.ts";
import { storedPage, tasksQuery } from "../queries.ts";
import { type Channel, TaskFilterBar } from "./task-filter.tsx";
import { TrackLegend } from "./track-legend.tsx";
import { isDefaultList, isFiltering, type TaskFilter } from "./use-task-filter.ts";

interface TaskListProps {
  userId: number;
  completed: boolean;
  filter: TaskFilter;
  onFilter: (filter: TaskFilter) => void;
  channels: readonly Channel[];
  /** Users without a role manage for creators. */
  side: Side | "manager";
  percents: UploadPercents;
  /** Whether the filters are shown. */
  hasFilters: boolean;
  /** The explanation of the stages, for the first task. */
  legend: { shown: boolean; dismiss: () => void };
  onEdit: (task: BoardTask) => void;
  onDuplicate: (task: BoardTask) => void;
  /** Null for users who may not create tasks. */
  onCreate: (() => void) | null;
}

export function TaskList(props: TaskListProps) {
  const { userId, completed, filter, onFilter, channels, side, percents, hasFilters, legend } = props;
  const { onEdit, onDuplicate, onCreate } = props;
  const query = tasksQuery(completed, filter);
  // The previous results stay until the next ones are loaded, and the search keeps its focus.
  const list = useInfiniteQuery({
    ...query,
    placeholderData: keepPreviousData,
    initialData: () => storedPage(userId, completed, filter),
    // Always refetched.
    initialDataUpdatedAt: 0,
  });
  const loaded =
    isDefaultList(filter) && list.isFetchedAfterMount && !list.isPlaceholderData ? list.data : undefined;
  useEffect(() => {
    if (loaded) storeTasks(userId, completed, loaded.slice(0, pageSize));
  }, [userId, completed, loaded]);
  if (list.isPending) return <TaskListSkeleton completed={completed} hasFilters={hasFilters} />;
  if (list.isLoadingError) {
    return (
      <ErrorState
        className="mt-6"
        message={list.error}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  const bar = (
    <>
      {hasFilters && (
        <TaskFilterBar filter={filter} onFilter={onFilter} channels={channels} completed={completed} />
      )}
      <output className="sr-only">
        {isFiltering(filter) && !list.isPlaceholderData && resultText(list.data.length, list.hasNextPage)}
      </output>
    </>
  );
  if (list.data.length === 0 && isFiltering(filter)) {
    return (
      <>
        {bar}
        <EmptyState title="No matching tasks">Try another search, or clear the filters.</EmptyState>
      </>
    );
  }
  // The filters of an empty list were cleared, and the unfiltered list is loading.
  if (list.data.length === 0 && list.isPlaceholderData) {
    return (
      <>
        {bar}
        <LoadingCards />
      </>
    );
  }
  if (list.data.length === 0) {
    return (
      <>
        <NoTasks completed={completed} side={side} onCreate={onCreate} />
        {legend.shown && !completed && <TrackLegend onDismiss={legend.dismiss} />}
      </>
    );
  }
  const waiting = filter.sort === "waiting" ? list.data.filter((task) => task.waiting) : [];
  const others = list.data.filter((task) => !waiting.includes(task));
  const hasSections = waiting.length > 0 && (others.length > 0 || list.hasNextPage);
  const cards = (tasks: readonly BoardTask[]) =>
    tasks.map((task) => (
      <TaskCard
        key={task.id}
        task={task}
        heading={hasSections ? "h3" : "h2"}
        percent={allows(task.stage, "publish") ? percentOfTask(percents, task.id) : null}
        onEdit={() => onEdit(task)}
        onDuplicate={() => onDuplicate(task)}
      />
    ));
  return (
    <>
      {bar}
      {list.isRefetchError && (
        <ErrorState
          className="mt-4"
          message={list.error}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {legend.shown && list.data.length === 1 && <TrackLegend onDismiss={legend.dismiss} />}
      {/* In one array, so that a card with an open dialog stays when its task begins or ceases to wait. */}
      {[
        hasSections && <SectionHeading key="waiting">Waiting for you</SectionHeading>,
        ...cards(waiting),
        hasSections && others.length > 0 && <SectionHeading key="others">Other tasks</SectionHeading>,
        ...cards(others),
      ]}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
        label={completed || filter.sort === "newest" ? "Show older tasks" : "Show more tasks"}
      />
      <p className="py-5 text-sm text-soft">{footerHints[completed ? "completed" : "assigned"][side]}</p>
    </>
  );
}

function SectionHeading({ children }: { children: string }) {
  return <h2 className="mt-6 text-sm font-semibold">{children}</h2>;
}

/** Announced by screen readers, since the list changes while the focus stays in the search field. */
function resultText(count: number, more: boolean): string {
  if (more) return `More than ${count} matching tasks`;
  return count === 1 ? "1 matching task" : `${count} matching tasks`;
}

const footerHints: Record<"assigned" | "completed", Record<Side | "manager", string>> = {
  assigned: {
    creator:
      "Approve or reject each version before its review window ends. Otherwise its video is deleted and has to be uploaded again.",
    editor:
      "If the creator doesn't decide before the review window ends, the video is deleted and you are asked to upload it again.",
    manager:
      "A version that nobody approves or rejects before its review window ends is deleted and has to be uploaded again.",
  },
  completed: {
    creator: "Your ratings appear on the editors' profiles.",
    editor: "Your completed tasks and ratings appear on your profile.",
    manager: "Completed tasks stay here with the links to their videos.",
  },
};

function NoTasks({ completed, side, onCreate }: Pick<TaskListProps, "completed" | "side" | "onCreate">) {
  if (completed) {
    return (
      <EmptyState title="No completed tasks yet.">
        A task is completed when its video is published. You'll find it here with a link to the video.
      </EmptyState>
    );
  }
  if (!onCreate) {
    return (
      <EmptyState title="No tasks currently assigned yet.">
        {side === "manager"
          ? "Tasks of the creators you work for appear here with their versions."
          : "Tasks that creators assign to you appear here with their brief, reference files and deadline."}
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
      Create a task to send your brief to an editor and get the edited video back for review.
    </EmptyState>
  );
}

function TaskListSkeleton({ completed, hasFilters }: Pick<TaskListProps, "completed" | "hasFilters">) {
  return (
    <SkeletonGroup label={loadingTasks}>
      {hasFilters && (
        <span className={filterBar}>
          <Skeleton className={classNames("h-10 pointer-coarse:h-11", searchFieldClass)} />
          {!completed &&
            [0, 1].map((select) => (
              <Skeleton key={select} className={classNames("h-10 pointer-coarse:h-11", selectFieldClass)} />
            ))}
        </span>
      )}
      <CardSkeletons />
    </SkeletonGroup>
  );
}

const loadingTasks = "Loading your tasks";

function LoadingCards() {
  return (
    <SkeletonGroup label={loadingTasks}>
      <CardSkeletons />
    </SkeletonGroup>
  );
}

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
