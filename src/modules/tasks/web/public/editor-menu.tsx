import { Ellipsis } from "lucide-react";
import { lazy, useState } from "react";

import type { Task } from "#modules/tasks/contract/tasks.ts";
import { mayDecline } from "#modules/tasks/rules/stages.ts";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";

const DeclineDialog = lazy(async () => ({
  default: (await import("../tasks/decline-dialog.tsx")).DeclineDialog,
}));

/** The editor's menu, while the task can be declined. */
export function EditorMenu({ task }: { task: Task }) {
  const [declining, setDeclining] = useState(false);
  if (!mayDecline(task.stage)) return null;
  const label = `More for ${task.taskTitle}`;
  return (
    <>
      <Menu
        trigger={<IconButton size="small" label={label} icon={<Ellipsis aria-hidden className="size-4" />} />}
        items={[{ label: "Decline task", danger: true, onSelect: () => setDeclining(true) }]}
      />
      {declining && (
        <DialogBoundary onClose={() => setDeclining(false)}>
          <DeclineDialog task={task} onClose={() => setDeclining(false)} />
        </DialogBoundary>
      )}
    </>
  );
}
