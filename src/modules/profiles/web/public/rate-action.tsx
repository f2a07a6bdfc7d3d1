import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { lazy, useState } from "react";

import type { RatingStatus } from "#modules/profiles/contract/profiles.ts";
import { mayChangeRating } from "#modules/profiles/rules/profiles.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { Button } from "#ui/button.tsx";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";
import { useCurrentMinute } from "#ui/use-current-minute.ts";

import { ratingQuery } from "../queries.ts";
import { GivenStars } from "../ratings/rating-stars.tsx";

const RatingDialog = lazy(async () => ({
  default: (await import("../ratings/rating-dialog.tsx")).RatingDialog,
}));

interface TaskRatingProps {
  task: Pick<Task, "id" | "editor" | "abilities"> & RatingStatus;
}

/** Rating on a completed task's card: the creator gives it, the editor sees it. */
export function TaskRating({ task }: TaskRatingProps) {
  const { id, editor, stars, ratedAt } = task;
  const rating = stars !== null && ratedAt !== null ? { stars, ratedAt } : null;
  if (can(task, "rate")) return editor && <RateAction taskId={id} editorName={editor.name} given={rating} />;
  // Ratings stay between the creator and the editor.
  const isEditor = can(task, "decline");
  return (
    isEditor &&
    rating && (
      <span className="inline-flex items-center gap-2 text-sm text-soft">
        You received <GivenStars stars={rating.stars} />
      </span>
    )
  );
}

/** Asks the creator to rate the editor of a published task. */
export function RateInvitation({ taskId }: { taskId: number }) {
  const { data } = useQuery(ratingQuery(taskId));
  if (!data) return null;
  const { editor, rating } = data;
  return (
    <section className="mt-8 border-t pt-6">
      <h2 className="font-semibold">
        {rating ? `Your rating of ${editor.name}` : `How was working with ${editor.name}?`}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-soft">
        Ratings determine the top editors and help other creators choose.
      </p>
      <RateAction taskId={taskId} editorName={editor.name} given={rating} />
    </section>
  );
}

interface RateActionProps {
  taskId: number;
  editorName: string;
  given: { stars: number; ratedAt: string } | null;
}

function RateAction({ taskId, editorName, given }: RateActionProps) {
  const [open, setOpen] = useState(false);
  const now = useCurrentMinute();
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-2">
      {given && (
        <span className="inline-flex items-center gap-2 text-sm text-soft">
          You gave <GivenStars stars={given.stars} />
        </span>
      )}
      {given && mayChangeRating(new Date(given.ratedAt), now) && (
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          Change<span className="sr-only"> your rating of {editorName}</span>
        </Button>
      )}
      {!given && (
        <Button size="small" className="max-w-full" onClick={() => setOpen(true)}>
          <Star aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">Rate {editorName}</span>
        </Button>
      )}
      {open && (
        <DialogBoundary onClose={() => setOpen(false)}>
          <RatingDialog taskId={taskId} editorName={editorName} onClose={() => setOpen(false)} />
        </DialogBoundary>
      )}
    </span>
  );
}
