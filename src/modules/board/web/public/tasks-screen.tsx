import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, type ReactNode } from "react";

import type { User } from "#modules/people/contract/people.ts";
import { useUploadPercents } from "#modules/publishing/web/public/use-upload-percents.ts";
import { managedChannelRights } from "#modules/tasks/rules/access.ts";
import { sides } from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Perforations } from "#ui/perforations.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";

import { CreatorPanel } from "../list/creator-panel.tsx";
import { useEditedTask } from "../list/edited-task.ts";
import { EditorPanel } from "../list/editor-panel.tsx";
import { ListHead, useListParts } from "../list/list-head.tsx";
import { ManagerPanel } from "../list/manager-panel.tsx";
import { TaskList } from "../list/task-list.tsx";
import { noFilter, useShownTasks } from "../list/use-task-filter.ts";
import { showSavedTask, taskCountsQuery, tasksQuery } from "../queries.ts";

const TaskFormSheet = lazy(async () => ({
  default: (await import("#modules/tasks/web/public/task-form-sheet.tsx")).TaskFormSheet,
}));

export interface TasksScreenProps {
  user: User;
  /** Shown before the title on narrow screens. */
  headerStart?: ReactNode;
  /** Shown at the right end of the header. */
  headerActions?: ReactNode;
  /** Shown in the right panel below the user's block. */
  aside?: ReactNode;
}

const tabs = [
  { value: "assigned", label: "Assigned Tasks", text: "Tasks currently assigned to editor/ in progress" },
  {
    value: "completed",
    label: "Completed Tasks",
    text: "All your completed tasks that were assigned to editors",
  },
] as const;

const asideLabels = { creator: "Assign work", editor: "How uploading works", manager: "Your work" };

/** The tasks of a creator or an editor, with the form that creates and edits them. */
export function TasksScreen(props: TasksScreenProps) {
  const { user, headerStart, headerActions, aside } = props;
  const isManager = user.role === "NORMAL";
  const side = isManager ? "manager" : sides[user.role];
  const percents = useUploadPercents();
  // As far as the list is loaded: it is requested once, by the list itself.
  const { data: openTasks = [] } = useInfiniteQuery({ ...tasksQuery(false, noFilter), enabled: false });
  const onlyContributes = openTasks.length > 0 && !openTasks.some((task) => can(task, "upload"));
  const panel = side === "editor" && onlyContributes ? "manager" : side;
  const queries = useQueryClient();
  const { tab, showTab, filter, setFilter, creating, setCreating, copyOf, duplicate } = useShownTasks();
  const { selectedTaskId, selectedBy, selectTask, closeTask } = useEditedTask();
  // The channels stay while the numbers of the chosen one are loaded.
  const { data: counts } = useQuery({
    ...taskCountsQuery(filter.creatorId),
    placeholderData: keepPreviousData,
  });
  const parts = useListParts(filter, counts ? counts.assigned + counts.completed : 0);
  const channels = counts && (counts.channels ?? []);
  const channelsForNewTasks = channels?.filter(({ rights }) =>
    managedChannelRights(rights).includes("create tasks"),
  );
  const mayCreate = side === "creator" || (channelsForNewTasks?.length ?? 0) > 0;
  const manages = channels !== undefined && channels.length > 0;
  const create = () => setCreating(true);
  const close = () => {
    if (creating) setCreating(false);
    closeTask();
  };
  const editing = selectedBy === user.id;
  // The empty list has its own button.
  const empty = tab === "assigned" && counts?.assigned === 0 && filter.creatorId === null;
  return (
    <PageColumns
      asideLabel={asideLabels[panel]}
      aside={
        <>
          {panel === "creator" && <CreatorPanel onCreate={create} />}
          {panel === "editor" && <EditorPanel />}
          {panel !== "manager" && manages && <Perforations className="my-7" />}
          {manages && <ManagerPanel creators={channels} />}
          {aside && (panel !== "manager" || manages) && (
            <Perforations className={side === "creator" ? "my-7 hidden wide:block" : "my-7"} />
          )}
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
            {mayCreate && !empty && <CreateButton besidePanel={side === "creator"} onClick={create} />}
            {headerActions}
          </>
        }
      />
      <Tabs
        value={tab}
        onValueChange={showTab}
        label="Tasks"
        tabs={tabs.map(({ value, label }) => ({ value, label, count: counts?.[value] }))}
      >
        {tabs.map(({ value, text }) => (
          <TabPanel key={value} value={value}>
            <ListHead text={text} parts={parts} empty={counts?.[value] === 0} />
            <TaskList
              userId={user.id}
              completed={value === "completed"}
              filter={filter}
              onFilter={setFilter}
              channels={[...(side === "creator" ? [user] : []), ...(channels ?? [])]}
              side={side}
              percents={percents}
              hasFilters={parts.hasFilters}
              legend={parts.legend}
              onEdit={(task) => selectTask(task.id, user.id)}
              onDuplicate={(task) => duplicate(task.id)}
              onCreate={mayCreate ? create : null}
            />
          </TabPanel>
        ))}
      </Tabs>
      {((creating && mayCreate) || editing) && (
        <DialogBoundary onClose={close}>
          <TaskFormSheet
            key={editing ? selectedTaskId : `new ${copyOf ?? ""}`}
            taskId={editing ? selectedTaskId : null}
            copyOf={copyOf}
            channels={channelsForNewTasks}
            onSaved={(task) => showSavedTask(queries, user.id, task)}
            onClose={close}
          />
        </DialogBoundary>
      )}
    </PageColumns>
  );
}

interface CreateButtonProps {
  /** Whether a panel has the same button on wide screens. */
  besidePanel: boolean;
  onClick: () => void;
}

function CreateButton({ besidePanel, onClick }: CreateButtonProps) {
  return (
    <Button
      variant="primary"
      onClick={onClick}
      className={classNames("px-3! sm:px-4!", besidePanel && "wide:hidden")}
    >
      <Plus aria-hidden className="hidden size-4 sm:block" />
      Create Task
    </Button>
  );
}
