import { UserRoundPlus } from "lucide-react";

import { CopyLink } from "#modules/sign-in/web/public/copy-link.tsx";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { isOpen } from "#modules/tasks/rules/stages.ts";
import { Moment } from "#ui/timecode.tsx";

/** The place of the editor on the creator's card while the task is waiting for an invited person. */
export function WaitingFor({ task: { waitingFor } }: { task: Pick<Task, "waitingFor"> }) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-soft">
      <UserRoundPlus aria-hidden className="size-5 shrink-0" strokeWidth={1.5} />
      {waitingFor ? (
        <span className="min-w-0 truncate">
          {waitingFor.state === "pending" ? "waiting for" : "not accepted by"}{" "}
          <bdi className="text-ink">{waitingFor.name}</bdi>
        </span>
      ) : (
        "no editor"
      )}
    </span>
  );
}

/** Note on the creator's card about the invitation that a task is waiting for, with the next step. */
export function WaitingNote({ task: { waitingFor, editor, stage } }: { task: Task }) {
  if (editor || !isOpen(stage)) return null;
  if (waitingFor?.state !== "pending") {
    return (
      <p className="mt-3 border-l-2 border-amber pl-3">
        {waitingFor
          ? "The invitation has expired. Choose an editor, or invite one again."
          : "Choose an editor, or invite one."}
      </p>
    );
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-edge pl-3">
      <p className="min-w-0 text-soft">
        They get the task as soon as they accept the invitation. It expires{" "}
        <Moment at={new Date(waitingFor.expiresAt)} />.
      </p>
      {waitingFor.path !== null && <CopyLink path={waitingFor.path} />}
    </div>
  );
}
