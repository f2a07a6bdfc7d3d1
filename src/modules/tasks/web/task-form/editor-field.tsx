import { type Control, Controller, type UseFormSetValue, useWatch } from "react-hook-form";

import type { PersonCard } from "#modules/people/contract/people.ts";
import { signInOptions } from "#modules/sign-in/web/public/sign-in-options.ts";
import type { TaskFormValues } from "#modules/tasks/contract/task-form.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { Button } from "#ui/button.tsx";

import { InviteEditor } from "../invitations/invite-editor.tsx";
import { EditorPicker } from "./editor-picker.tsx";

interface EditorFieldProps {
  /** Null for a new task. */
  task: Task | null;
  /** The creator of the task unless it is the user. */
  creator: PersonCard | null;
  control: Control<TaskFormValues>;
  setValue: UseFormSetValue<TaskFormValues>;
  /** The task's editor, or the default editor of a new task, if there is one. */
  known: PersonCard | null;
  /** The editor can no longer be changed. */
  fixed: boolean;
  disabled: boolean;
}

/** The editor of the task form: chosen from the list, or invited. */
export function EditorField({ task, creator, control, setValue, known, fixed, disabled }: EditorFieldProps) {
  const isInviting = useWatch({ control, name: "invite" }) !== null;
  const changed = { shouldDirty: true };
  if (isInviting) {
    return (
      <Controller
        control={control}
        name="invite"
        render={({ field, fieldState }) => (
          <InviteEditor
            value={field.value ?? { way: "email", text: "" }}
            waitingFor={task?.waitingFor ?? null}
            onChange={field.onChange}
            ref={field.ref}
            disabled={disabled}
            error={fieldState.error?.message}
          />
        )}
      />
    );
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="w-full">
        <Controller
          control={control}
          name="assignedTo"
          render={({ field, fieldState }) => (
            <EditorPicker
              taskId={task?.id ?? null}
              creator={creator}
              name={field.value}
              known={known}
              onChange={field.onChange}
              ref={field.ref}
              fixed={fixed}
              disabled={disabled}
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
      {!fixed && creator === null && signInOptions().signUp !== "closed" && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-2.5 underline underline-offset-4"
          disabled={disabled}
          onClick={() => {
            setValue("assignedTo", "", changed);
            setValue("invite", { way: "email", text: "" }, changed);
          }}
        >
          Invite an editor
        </Button>
      )}
    </div>
  );
}
