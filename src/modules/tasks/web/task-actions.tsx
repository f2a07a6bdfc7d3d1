import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, ExternalLink, Paperclip } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { toast } from "sonner";

import { AlertDialog } from "#ui/alert-dialog.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";

import type { Task } from "../contract.ts";
import { allows, mayEdit, mayUpload, type Side, type Stage } from "../rules.ts";
import { cancelTask } from "./queries.ts";
import { useLastingFocus } from "./use-lasting-focus.ts";

const AttachmentsViewer = lazy(async () => ({
  default: (await import("./attachments-viewer.tsx")).AttachmentsViewer,
}));

interface TaskActionsProps {
  task: Task;
  side: Side;
  uploadAction: ReactNode;
  rating: ReactNode;
  onEdit: () => void;
}

/** What the reader can do with the task at its stage; the next step comes first. */
export function TaskActions({ task, side, uploadAction, rating, onEdit }: TaskActionsProps) {
  const actions = useLastingFocus();
  return (
    <div {...actions} className="mt-3 flex flex-wrap items-center gap-2">
      {side === "editor" && mayUpload(task.stage) && uploadAction}
      <NextLinks task={task} side={side} />
      {task.isCompleted && rating}
      {task.attachments.length > 0 && <Attachments task={task} />}
      {side === "creator" && mayEdit(task.stage) && <CreatorMenu task={task} onEdit={onEdit} />}
    </div>
  );
}

interface NextLink {
  label: string;
  to: string;
  primary?: boolean;
}

function linksOf(task: Task, side: Side): NextLink[] {
  const { id, stage, publishFailed: failed } = task;
  const preview = { label: "Preview", to: `/video-preview/${id}` };
  const links: Partial<Record<Stage, NextLink[]>> = {
    in_review: [{ ...preview, primary: side === "creator" }],
    approved:
      side === "creator"
        ? [
            ...(failed ? [{ label: "See why", to: `/check-progress/${id}`, primary: true }] : []),
            { label: "Publish details", to: `/task-update/${id}`, primary: !failed },
            preview,
          ]
        : [preview],
    publishing: side === "creator" ? [{ label: "Check progress", to: `/check-progress/${id}` }] : [],
  };
  return links[stage] ?? [];
}

function NextLinks({ task, side }: { task: Task; side: Side }) {
  return (
    <>
      {linksOf(task, side).map(({ label, to, primary }) => (
        <Link key={to} to={to} className={buttonClass(primary ? "primary" : "outline", "small")}>
          {label}
        </Link>
      ))}
      {task.watchUrl && task.isCompleted && (
        <a href={task.watchUrl} target="_blank" rel="noreferrer" className={buttonClass("outline", "small")}>
          Watch
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only"> {task.taskTitle} (opens in a new tab)</span>
        </a>
      )}
    </>
  );
}

function Attachments({ task }: { task: Task }) {
  const [open, setOpen] = useState(false);
  const count = task.attachments.length;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)} className="first:-ml-3">
        <Paperclip aria-hidden className="size-3.5" />
        {count === 1 ? "1 reference file" : `${count} reference files`}
      </Button>
      <Suspense>
        {open && (
          <AttachmentsViewer
            open
            onOpenChange={setOpen}
            taskTitle={task.taskTitle}
            attachments={task.attachments}
          />
        )}
      </Suspense>
    </>
  );
}

function CreatorMenu({ task, onEdit }: { task: Task; onEdit: () => void }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => cancelTask(task.id),
    onSuccess: () => {
      setAsking(false);
      toast.success("The task is cancelled.");
      void queries.invalidateQueries({ queryKey: ["tasks"] });
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <>
      <Button variant="quiet" size="small" onClick={onEdit} className="first:-ml-3">
        Edit
      </Button>
      {allows(task.stage, "cancel") && (
        <Menu
          label={`More for ${task.taskTitle}`}
          trigger={
            <IconButton
              size="small"
              label={`More for ${task.taskTitle}`}
              icon={<Ellipsis aria-hidden className="size-4" />}
            />
          }
          items={[{ label: "Cancel task", danger: true, onSelect: () => setAsking(true) }]}
        />
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this task?"
        description={
          <>
            {task.editor.name} is told, and “<bdi>{task.taskTitle}</bdi>” leaves both lists. This can't be
            undone.
          </>
        }
        confirmLabel="Cancel task"
        cancelLabel="Keep it"
        tone="danger"
        busy={cancel.isPending && "Cancelling..."}
        onConfirm={() => cancel.mutate()}
      />
    </>
  );
}
