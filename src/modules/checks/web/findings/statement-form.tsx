import { useState } from "react";

import { maxStatementLength } from "#modules/checks/rules/statements.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/text-area.tsx";

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

/** A text about a finding, written below it. */
export function StatementForm(props: StatementFormProps) {
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
