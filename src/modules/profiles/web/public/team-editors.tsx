import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import type { TeamEditor } from "#modules/profiles/contract/editors.ts";
import { countedTasks } from "#modules/tasks/rules/stages.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { NoteDialog } from "../editors/note-dialog.tsx";
import { teamEditorsQuery } from "../editors/queries.ts";
import { RemovalDialog } from "../editors/removal-dialog.tsx";
import { RatingStars } from "../ratings/rating-stars.tsx";
import { onTimeLabel, onTimeMeaning, onTimeText } from "./on-time-text.ts";

/** The editors of the creator's team and tasks with figures of their work; nothing without any. */
export function TeamEditors() {
  const { data, error, isFetching, refetch } = useQuery(teamEditorsQuery);
  if (error && !data) {
    return <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) {
    return (
      <SkeletonGroup label="Loading your editors">
        <Skeleton className="h-12" />
      </SkeletonGroup>
    );
  }
  if (data.length === 0) return null;
  return (
    <>
      <h3 className="mt-8 font-semibold">Editors</h3>
      <p className="mt-1 text-sm text-soft">
        {onTimeMeaning} At most your newest {countedTasks.toLocaleString("en-US")} tasks are counted.
      </p>
      <ul className="mt-3 border-t" aria-label="Editors">
        {data.map((editor) => (
          <Editor key={editor.editor.id} editor={editor} />
        ))}
      </ul>
    </>
  );
}

function Editor({ editor: row }: { editor: TeamEditor }) {
  const { editor, member, isDefault, note } = row;
  const [open, setOpen] = useState<"note" | "removal" | null>(null);
  const change = useChange(teamEndpoints.changeMember, {
    fallback: "The default editor couldn't be changed. Try again.",
  });
  const close = () => setOpen(null);
  // The names of the buttons start with their texts, which users of voice control say.
  const defaultLabel = isDefault ? "Unset default" : "Make default";
  const noteLabel = note === "" ? "Add note" : "Edit note";
  return (
    <li className="border-b py-4">
      <div className="flex items-start gap-3">
        <Avatar name={editor.name} src={editor.profileImgUrl} size={40} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PersonLink person={editor} />
            {isDefault && <Badge tone="go">default</Badge>}
            {!member && <Badge>not in your team</Badge>}
          </p>
          <Figures editor={row} />
          {note !== "" && (
            <p className="mt-2 border-l-2 border-edge pl-3 text-sm break-words whitespace-pre-wrap text-soft">
              {note}
            </p>
          )}
          {member && (
            <p className="mt-3 flex flex-wrap gap-2">
              <Button
                size="small"
                aria-label={`${defaultLabel} editor: ${editor.name}`}
                busy={change.isPending && "Saving..."}
                onClick={() =>
                  change.mutate({ params: { personId: editor.id }, body: { isDefault: !isDefault } })
                }
              >
                {defaultLabel}
              </Button>
              <Button
                size="small"
                aria-label={`${noteLabel} about ${editor.name}`}
                onClick={() => setOpen("note")}
              >
                {noteLabel}
              </Button>
              <Button size="small" aria-label={`Remove ${editor.name}`} onClick={() => setOpen("removal")}>
                Remove
              </Button>
            </p>
          )}
        </div>
      </div>
      {open === "note" && <NoteDialog editor={row} onClose={close} />}
      {open === "removal" && <RemovalDialog editor={row} onClose={close} />}
    </li>
  );
}

function Figures({ editor }: { editor: TeamEditor }) {
  const { openTasks, overdueTasks, rating, ratings, lastActiveAt } = editor;
  return (
    <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:flex sm:flex-wrap">
      <Figure label="Open tasks">
        {openTasks}
        {overdueTasks > 0 && <span className="ml-2 text-fault">{overdueTasks} overdue</span>}
      </Figure>
      <Figure label={onTimeLabel}>{onTimeText(editor)}</Figure>
      <Figure label="Your ratings" wide>
        <RatingStars rating={rating ?? 0} ratingCount={ratings} />
      </Figure>
      <Figure label="Last active" wide>
        {lastActiveAt === null ? "–" : <Moment at={new Date(lastActiveAt)} />}
      </Figure>
    </dl>
  );
}

/** A `wide` one has the whole width of narrow screens. */
function Figure({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "col-span-2" : undefined}>
      <dt className="text-soft">{label}</dt>
      <dd className="numerals mt-0.5">{children}</dd>
    </div>
  );
}
