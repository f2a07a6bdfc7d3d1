import type { RefCallback } from "react";

import { inviteMethods } from "#modules/sign-in/web/public/invitee-fields.ts";
import type { TypedInvitee } from "#modules/tasks/contract/task-form.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";

interface InviteEditorProps {
  value: TypedInvitee;
  waitingFor: Task["waitingFor"];
  onChange: (value: TypedInvitee | null) => void;
  ref: RefCallback<HTMLInputElement>;
  disabled: boolean;
  error: string | undefined;
}

/** Invites a person who has no account, or isn't found by name, as the task's editor. */
export function InviteEditor({ value, waitingFor, onChange, ref, disabled, error }: InviteEditorProps) {
  const choose = (
    <Button
      variant="quiet"
      size="small"
      className="-ml-2.5 self-start underline underline-offset-4"
      disabled={disabled}
      onClick={() => onChange(null)}
    >
      Choose from the list instead
    </Button>
  );
  if (value.way === "kept") {
    return (
      <div className="flex flex-col gap-1">
        <p className="text-sm font-medium">Editor</p>
        <p className="border-l-2 border-edge py-1 pl-3 break-words">
          Waiting for <bdi>{waitingFor?.name ?? value.text}</bdi> to accept the invitation.
        </p>
        {choose}
      </div>
    );
  }
  const byEmail = value.way === "email";
  return (
    <div className="flex flex-col gap-3">
      <RadioCards
        label="Invite an editor"
        options={inviteMethods}
        value={value.way}
        name="invitation-way"
        disabled={disabled}
        onChange={(event) => onChange({ way: event.target.value === "link" ? "link" : "email", text: "" })}
      />
      <TextField
        label={byEmail ? "Email of the editor" : "Name of the editor"}
        type={byEmail ? "email" : "text"}
        autoComplete="off"
        hint={
          byEmail
            ? "The task is waiting for them until they accept. They sign up with this email, or log in."
            : "Only you see the name. You can copy the link from the task's card."
        }
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.target.value })}
        ref={ref}
        disabled={disabled}
        error={error}
      />
      {choose}
    </div>
  );
}
