import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { checksEndpoints, type ReportedFinding, type Statement } from "#modules/checks/contract/checks.ts";
import { rangeText } from "#modules/checks/rules/texts.ts";
import { Badge } from "#ui/badge.tsx";
import { classNames } from "#ui/class-names.ts";
import { moveFocus } from "#ui/move-focus.ts";
import { Moment } from "#ui/timecode.tsx";

import { type FindingAbilities, FindingActions, type StatementKind } from "./finding-actions.tsx";
import { StatementForm } from "./statement-form.tsx";

interface FindingItemProps {
  taskId: number;
  version: number;
  finding: ReportedFinding;
  frameLabel: (frame: number) => string;
  selected: boolean;
  /** Selects the finding and seeks to its first frame. */
  onSelect: () => void;
  abilities: FindingAbilities;
}

/** A finding with the statements about it. Its heading is a button that goes to its first frame; arrow keys move between them. */
export function FindingItem(props: FindingItemProps) {
  const { taskId, version, finding, frameLabel, selected, onSelect, abilities } = props;
  const { key, text, state, range, explanation, acceptance } = finding;
  const [form, setForm] = useState<StatementKind | null>(null);
  const params = { id: taskId, findingKey: key };
  const item = useRef<HTMLLIElement>(null);
  const heading = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (selected) item.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const close = () => {
    // What had the focus disappears.
    if (item.current?.contains(document.activeElement)) heading.current?.focus();
    setForm(null);
  };
  const explain = useChange(checksEndpoints.explainFinding, { onSuccess: close });
  const accept = useChange(checksEndpoints.acceptFinding, { onSuccess: close });
  return (
    <li
      ref={item}
      aria-current={selected ? "true" : undefined}
      className={classNames(
        "border-b px-4 pb-3 transition-colors",
        selected && "bg-[color-mix(in_oklab,var(--amber)_8%,var(--panel))]",
      )}
    >
      <FindingHeading
        ref={heading}
        finding={finding}
        time={rangeText(range, frameLabel)}
        selected={selected}
        onSelect={onSelect}
      />
      <p className={state === "accepted" ? "text-soft" : undefined}>{text}</p>
      {explanation && <StatementNote verb="Explained" statement={explanation} version={version} />}
      {acceptance && <StatementNote verb="Accepted" statement={acceptance} version={version} />}
      {form === null ? (
        <FindingActions
          taskId={taskId}
          version={version}
          finding={finding}
          abilities={abilities}
          onOpenForm={setForm}
          onWithdrawn={close}
        />
      ) : form === "explanation" ? (
        <StatementForm
          label="Why is this intended?"
          initialText={explanation?.text ?? ""}
          required
          submitLabel="Explain"
          busy={explain.isPending && "Saving..."}
          onCancel={close}
          onSubmit={(written) => explain.mutate({ params, body: { version, text: written } })}
        />
      ) : (
        <StatementForm
          label="Reason"
          hint="It stays accepted in later versions with the same finding."
          initialText=""
          submitLabel="Accept"
          busy={accept.isPending && "Accepting..."}
          onCancel={close}
          onSubmit={(written) => accept.mutate({ params, body: { version, reason: written } })}
        />
      )}
    </li>
  );
}

interface FindingHeadingProps extends Pick<FindingItemProps, "finding" | "selected" | "onSelect"> {
  ref: Ref<HTMLButtonElement>;
  time: string;
}

function FindingHeading({ ref, finding, time, selected, onSelect }: FindingHeadingProps) {
  const { label, state } = finding;
  return (
    <button
      ref={ref}
      type="button"
      data-finding-button
      onClick={onSelect}
      onKeyDown={moveBetweenFindings}
      className="group/finding -mx-4 flex w-[calc(100%+2rem)] flex-wrap items-center gap-x-2 px-4 pt-3 pb-1 text-left focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
    >
      <span
        aria-hidden
        className={classNames(
          "size-2 shrink-0 rotate-45",
          state === "accepted" ? "border border-soft" : "bg-ink",
        )}
      />
      <span className="min-w-0 text-sm font-semibold group-hover/finding:underline">{label}</span>
      {state !== "open" && <Badge tone={state === "accepted" ? "go" : "plain"}>{state}</Badge>}
      <span className={classNames("numerals ml-auto text-xs", selected ? "text-amber" : "text-soft")}>
        {time}
      </span>
    </button>
  );
}

function moveBetweenFindings(event: KeyboardEvent<HTMLElement>): void {
  const buttons = event.currentTarget.closest("ul")?.querySelectorAll<HTMLElement>("[data-finding-button]");
  moveFocus(event, [...(buttons ?? [])], "vertical");
}

interface StatementNoteProps {
  verb: string;
  statement: Statement;
  /** The version that is shown. */
  version: number;
}

function StatementNote({ verb, statement: { by, at, version: madeIn, text }, version }: StatementNoteProps) {
  return (
    <div className="mt-1.5 border-l-2 border-edge pl-3">
      <p className="text-sm text-soft">
        {verb} by {by.name}
        {madeIn !== version && ` in version ${madeIn}`}, <Moment at={new Date(at)} />
      </p>
      {text !== "" && (
        <p dir="auto" className="break-words whitespace-pre-line">
          {text}
        </p>
      )}
    </div>
  );
}
