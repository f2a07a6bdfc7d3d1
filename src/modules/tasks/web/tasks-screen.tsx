import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";

import type { User } from "#modules/accounts/contract.ts";
import { Button } from "#ui/button.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Perforations } from "#ui/perforations.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";

import type { Task } from "../contract.ts";
import type { Side } from "../rules.ts";
import { CreatorPanel } from "./creator-panel.tsx";
import { EditorPanel } from "./editor-panel.tsx";
import { taskCountsQuery } from "./queries.ts";
import { TaskList } from "./task-list.tsx";
import { useTaskStorage } from "./task-storage.ts";
import { useShownTasks } from "./use-task-filter.ts";

const TaskFormSheet = lazy(async () => ({ default: (await import("./task-form-sheet.tsx")).TaskFormSheet }));

export interface TasksScreenProps {
  user: User;
  /**
   * What later rooms put on a card: the way to upload a version, the rating of a completed one, and how far the upload
   * to the platform is.
   */
  uploadAction: (task: Task) => ReactNode;
  rating: (task: Task, side: Side) => ReactNode;
  percents: ReadonlyMap<number, number>;
  /** What stands before the title on narrow screens, and the controls at the header's right end. */
  headerStart?: ReactNode;
  headerActions?: ReactNode;
  /** Stands in the right panel under the reader's own block. */
  aside?: ReactNode;
}

const shelves = [
  { value: "assigned", label: "Assigned Tasks", text: "Tasks currently assigned to editor/ in progress" },
  {
    value: "completed",
    label: "Completed Tasks",
    text: "All your completed tasks that were assigned to editors",
  },
] as const;

/** The tasks of a creator or an editor (specification, section 2). */
export function TasksScreen(props: TasksScreenProps) {
  const { user, uploadAction, rating, percents, headerStart, headerActions, aside } = props;
  const side = user.role === "YOUTUBER" ? "creator" : "editor";
  const { shelf, showShelf, filter, setFilter } = useShownTasks();
  const [creating, setCreating] = useState(false);
  const { selectedTaskId, selectedBy, selectTask, closeTask } = useTaskStorage();
  const { data: counts } = useQuery(taskCountsQuery);
  const create = () => setCreating(true);
  const close = () => {
    setCreating(false);
    closeTask();
  };
  const editing = side === "creator" && selectedBy === user.id;
  return (
    <PageColumns
      asideLabel={side === "creator" ? "Assign work" : "How uploading works"}
      aside={
        <>
          {side === "creator" ? <CreatorPanel onCreate={create} /> : <EditorPanel />}
          {aside && <Perforations className="my-7" />}
          {aside}
        </>
      }
    >
      <title>Tasks · Reelay</title>
      <PageHeader
        title="Tasks"
        start={headerStart}
        actions={
          <>
            {side === "creator" && (
              <Button variant="primary" onClick={create} className="px-3! sm:px-4! wide:hidden">
                <Plus aria-hidden className="hidden size-4 sm:block" />
                Create Task
              </Button>
            )}
            {headerActions}
          </>
        }
      />
      <Tabs
        value={shelf}
        onValueChange={showShelf}
        label="Tasks"
        tabs={shelves.map(({ value, label }) => ({ value, label, count: counts?.[value] }))}
      >
        {shelves.map(({ value, text }) => (
          <TabPanel key={value} value={value}>
            <p className="text-sm text-soft">{text}</p>
            <TaskList
              completed={value === "completed"}
              filter={filter}
              onFilter={setFilter}
              side={side}
              percents={percents}
              uploadAction={uploadAction}
              rating={rating}
              onEdit={(task) => selectTask(task.id, user.id)}
              onCreate={create}
            />
          </TabPanel>
        ))}
      </Tabs>
      <Suspense>
        {(creating || editing) && <TaskFormSheet taskId={editing ? selectedTaskId : null} onClose={close} />}
      </Suspense>
    </PageColumns>
  );
}
