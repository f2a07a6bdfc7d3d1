import { Check, MessageSquarePlus, MessageSquareQuote, RotateCcw } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { checksEndpoints, type ReportedFinding, type Statement } from "#modules/checks/contract/checks.ts";
import { maxStatementLength } from "#modules/checks/rules/statements.ts";
import { rangeText } from "#modules/checks/rules/texts.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { moveFocus } from "#ui/move-focus.ts";
import { TextArea } from "#ui/text-area.tsx";
import { Moment } from "#ui/timecode.tsx";

/** Actions on findings that the user may take. */
export interface FindingAbilities {
  explains: boolean;
  accepts: boolean;
  /** Begins a comment with the finding; undefined where comments can't be written. */
  onRequest: ((finding: ReportedFinding) => void) | undefined;
}

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

type OpenForm = "explanation" | "acceptance";

/** A finding with the statements about it. Its heading is a button that goes to its first frame; arrow keys move between them. */
export function FindingItem(props: FindingItemProps) {
  const { taskId, version, finding, frameLabel, selected, onSelect, abilities } = props;
  const { key, label, text, state, range, explanation, acceptance } = finding;
  const [form, setForm] = useState<OpenForm | null>(null);
  const params = { id: taskId, findingKey: key };
  const item = useRef<HTMLLIElement>(null);
  const heading = useRef<HTMLButtonElement>(null);
  const close = () => {
    // What had the focus disappears.
    if (item.current?.contains(document.activeElement)) heading.current?.focus();
    setForm(null);
  };
  const explain = useChange(checksEndpoints.explainFinding, { onSuccess: close });
  const accept = useChange(checksEndpoints.acceptFinding, { onSuccess: close });
  const withdrawExplanation = useChange(checksEndpoints.withdrawExplanation, { onSuccess: close });
  const withdrawAcceptance = useChange(checksEndpoints.withdrawAcceptance, { onSuccess: close });
  const time = rangeText(range, frameLabel);
  return (
    <li
      ref={item}
      data-finding={key}
      aria-current={selected ? "true" : undefined}
      className={classNames(
        "border-b px-4 pb-3 transition-colors",
        selected && "bg-[color-mix(in_oklab,var(--amber)_8%,var(--panel))]",
      )}
    >
      <button
        ref={heading}
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
      <p className={state === "accepted" ? "text-soft" : undefined}>{text}</p>
      {explanation && <StatementNote verb="Explained" statement={explanation} version={version} />}
      {acceptance && <StatementNote verb="Accepted" statement={acceptance} version={version} />}
      {form === null ? (
        <div className="mt-1 -mb-1 -ml-2 flex flex-wrap empty:hidden">
          {abilities.explains && state !== "accepted" && (
            <Action icon={MessageSquareQuote} onClick={() => setForm("explanation")}>
              {explanation ? "Change explanation" : "Explain"}
            </Action>
          )}
          {abilities.explains && explanation && state !== "accepted" && (
            <Action
              icon={RotateCcw}
              busy={withdrawExplanation.isPending}
              onClick={() => withdrawExplanation.mutate({ params, query: { version } })}
            >
              Delete explanation
            </Action>
          )}
          {abilities.accepts && state !== "accepted" && (
            <Action icon={Check} onClick={() => setForm("acceptance")}>
              Accept
            </Action>
          )}
          {abilities.onRequest && state !== "accepted" && (
            <Action icon={MessageSquarePlus} onClick={() => abilities.onRequest?.(finding)}>
              Request a change
            </Action>
          )}
          {abilities.accepts && state === "accepted" && (
            <Action
              icon={RotateCcw}
              busy={withdrawAcceptance.isPending}
              onClick={() => withdrawAcceptance.mutate({ params, query: { version } })}
            >
              Open again
            </Action>
          )}
        </div>
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

interface ActionProps {
  icon: typeof Check;
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ icon: Icon, busy = false, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      onClick={busy ? undefined : onClick}
      // It keeps its focus while it is busy.
      aria-disabled={busy}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-soft enabled-hover:bg-raised enabled-hover:text-ink aria-disabled:opacity-50 pointer-coarse:min-h-11"
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
      {children}
    </button>
  );
}

interface StatementFormProps {
  label: string;
  hint?: string;
  initialText: string;
  required?: boolean;
  submitLabel: string;
  busy: string | false;
  onCancel: () => void;
  onSubmit: (text: string) => void;
}

function StatementForm(props: StatementFormProps) {
  const { label, hint, initialText, required = false, submitLabel, busy, onCancel, onSubmit } = props;
  const [text, setText] = useState(initialText);
  return (
    <form
      className="mt-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && (!required || text.trim() !== "")) onSubmit(text.trim());
      }}
    >
      <TextArea
        label={label}
        hint={hint}
        optional={!required}
        rows={2}
        maxLength={maxStatementLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key === "Escape") onCancel();
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for the form.
        autoFocus
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="small"
          variant="primary"
          type="submit"
          busy={busy}
          disabled={required && text.trim() === ""}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
