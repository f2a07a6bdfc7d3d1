import { Activity, Copy, Ellipsis, History, MessageSquare } from "lucide-react";
import { useNavigate } from "react-router";

import { checkProgressPath, previewTabPath } from "#core/paths.ts";
import type { BoardTask } from "#modules/board/contract/board.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";

interface CompletedMenuProps {
  task: BoardTask;
  onDuplicate: () => void;
}

/** Links to the comments and the history of a completed task; for those who may, also to its publication, and its copy. */
export function CompletedMenu({ task, onDuplicate }: CompletedMenuProps) {
  const { id, taskTitle } = task;
  const navigate = useNavigate();
  const goTo = (path: string) => () => void navigate(path);
  const progress = { label: "Progress", icon: Activity, onSelect: goTo(checkProgressPath(id)) };
  const duplicate = { label: "Duplicate task", icon: Copy, onSelect: onDuplicate };
  return (
    <Menu
      items={[
        { label: "Comments", icon: MessageSquare, onSelect: goTo(previewTabPath(id, "comments")) },
        { label: "History", icon: History, onSelect: goTo(previewTabPath(id, "history")) },
        ...(can(task, "publish") ? [progress] : []),
        ...(can(task, "edit") ? [duplicate] : []),
      ]}
      trigger={
        <IconButton
          size="small"
          label={`More for ${taskTitle}`}
          icon={<Ellipsis aria-hidden className="size-4" />}
        />
      }
    />
  );
}
