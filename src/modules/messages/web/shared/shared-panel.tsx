import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import type { Conversation } from "#modules/messages/contract/messages.ts";
import { useBlock } from "#modules/people/web/public/use-block.ts";
import { isVideoAddress, stageLabel } from "#modules/tasks/rules/stages.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { taskPath } from "../messages/task-path.ts";
import { sharedQuery } from "../queries.ts";

interface SharedPanelProps {
  conversation: Conversation;
  readerId: number;
}

/** Shared content of both users: their newest tasks and files, and the control that blocks the other user. */
export function SharedPanel({ conversation, readerId }: SharedPanelProps) {
  const { person, formerMember } = conversation;
  const shared = useQuery(sharedQuery(person.id));
  if (!shared.data) {
    if (shared.error) {
      return <ErrorState message={shared.error.message} onRetry={() => void shared.refetch()} />;
    }
    return (
      <SkeletonGroup label="Loading shared tasks and files">
        <Skeleton className="mb-4 h-6 w-1/2" />
        <Skeleton className="mb-2 h-14" />
        <Skeleton className="h-14" />
      </SkeletonGroup>
    );
  }
  const { tasks, files } = shared.data;
  return (
    <>
      <h3 className="mb-2 font-heading text-lg">Tasks together</h3>
      {tasks.length === 0 ? (
        <p className="text-sm text-soft">No tasks together yet</p>
      ) : (
        <ul className="border-t">
          {tasks.map((task) => (
            <li key={task.id} className="border-b py-3">
              <Link
                to={taskPath(task, readerId)}
                className="line-clamp-2 font-semibold break-words hover:underline"
              >
                {task.taskTitle}
              </Link>
              <p className="numerals mt-0.5 flex justify-between gap-3 text-xs text-soft">
                <span className={task.stage === "published" ? "text-go" : undefined}>
                  {stageLabel(task.stage)}
                </span>
                {task.stage !== "published" && task.stage !== "cancelled" && (
                  <span>due {dateText(task.deadline)}</span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-8 mb-2 font-heading text-lg">Files</h3>
      {files.length === 0 ? (
        <p className="text-sm text-soft">Images and attachments you share appear here.</p>
      ) : (
        <ul className="grid grid-cols-3 gap-2">
          {files.map((file, at) => (
            <li key={file}>
              <a href={file} target="_blank" rel="noopener noreferrer" aria-label={`File ${at + 1}`}>
                {isVideoAddress(file) ? (
                  <span className="flex aspect-video items-center justify-center rounded-xs bg-raised text-soft">
                    <Play aria-hidden className="size-5" />
                  </span>
                ) : (
                  <img
                    src={file}
                    alt=""
                    loading="lazy"
                    className="aspect-video w-full rounded-xs bg-picture object-cover"
                  />
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
      {!formerMember && <BlockControl conversation={conversation} />}
    </>
  );
}

function dateText(deadline: string): string {
  return new Date(deadline).toLocaleDateString("en-US", { month: "short", day: "numeric" });
}

function BlockControl({ conversation: { person, blocked } }: { conversation: Conversation }) {
  const [asking, setAsking] = useState(false);
  const block = useBlock(person.id);
  return (
    <div className="mt-8">
      <Button
        variant="quiet"
        className="-ml-4"
        onClick={() => (blocked ? block.mutate(false) : setAsking(true))}
      >
        {blocked ? "Unblock" : "Block"}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Block ${person.name}?`}
        description="Until you unblock them, you can't assign tasks or send messages to each other. They are not notified. Tasks you share continue."
        confirmLabel="Block"
        tone="danger"
        busy={block.isPending && "Blocking..."}
        onConfirm={() => block.mutate(true, { onSettled: () => setAsking(false) })}
      />
    </div>
  );
}
