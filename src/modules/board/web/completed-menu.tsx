import { Activity, Copy, Ellipsis, History, MessageSquare } from "lucide-react";
import { useNavigate } from "react-router";

import { checkProgressPath, previewTabPath } from "#core/paths.ts";
import type { Side } from "#modules/tasks/rules.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";

import type { BoardTask } from "../contract.ts";

interface CompletedMenuProps {
  task: BoardTask;
  side: Side;
  onDuplicate: () => void;
}

/** Links to the comments and the history of a completed task; for its creator also to its publication, and its copy. */
export function CompletedMenu({ task: { id, taskTitle }, side, onDuplicate }: CompletedMenuProps) {
  const navigate = useNavigate();
  const goTo = (path: string) => () => void navigate(path);
  const ofCreator = [
    { label: "Progress", icon: Activity, onSelect: goTo(checkProgressPath(id)) },
    { label: "Duplicate task", icon: Copy, onSelect: onDuplicate },
  ];
  return (
    <Menu
      label={`More for ${taskTitle}`}
      items={[
        { label: "Comments", icon: MessageSquare, onSelect: goTo(previewTabPath(id, "comments")) },
        { label: "History", icon: History, onSelect: goTo(previewTabPath(id, "history")) },
        ...(side === "creator" ? ofCreator : []),
      ]}
      renderTrigger={(props) => (
        <IconButton
          {...props}
          size="small"
          label={`More for ${taskTitle}`}
          icon={<Ellipsis aria-hidden className="size-4" />}
        />
      )}
    />
  );
}
