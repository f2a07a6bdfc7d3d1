import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";

import { DraftKeeper } from "#core/web/draft-keeper.ts";
import { changedValues } from "#core/web/form-drafts.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { type TaskFormValues, taskFormValues } from "#modules/tasks/contract/task-form.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { useDefaultEditor } from "#modules/team/web/public/use-default-editor.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { RestoredNote } from "#ui/restored-note.tsx";
import { SelectField } from "#ui/select-field.tsx";

import { can } from "../public/can.ts";
import type { DraftFiles } from "../queries.ts";
import { isPastDay } from "./deadline.ts";
import { formValues, valuesOfCopy } from "./form-values.ts";
import { ReferenceFiles } from "./reference-files.tsx";
import { taskDrafts } from "./task-drafts.ts";
import { VideoFields, WorkFields } from "./task-fields.tsx";
import { type FormChannel, useChannel } from "./use-channel.ts";
import { type Saving, useTaskSaving } from "./use-task-saving.ts";

interface TaskFormProps {
  id: string;
  /** The task to edit. */
  task: Task | null;
  /** The task that a new one is a copy of. */
  copy?: Task | null;
  /** Other creators for whom the user may create tasks; undefined while they are loading. */
  channels?: readonly FormChannel[] | undefined;
  /** The key of the stored unsaved changes. */
  draft: string;
  /** Called with the progress while saving, and with null at the end. */
  onSaving: (saving: Saving | null) => void;
  /** Called with whether the form has unsaved changes. */
  onChanged: (changed: boolean) => void;
  onSaved: (task: Task) => void;
}

/** The form that creates or edits a task. Starts with the unsaved changes of an earlier visit. */
export function TaskForm(props: TaskFormProps) {
  const { id, task, copy = null, channels, draft: draftKey, onChanged } = props;
  const source = task ?? copy;
  const [kept] = useState(() => taskFiles(source));
  const [chosen, setChosen] = useState(kept);
  const { form, stored, defaultValues } = useStoredForm(props);
  const { control, handleSubmit, setValue, formState } = form;
  const channel = useChannel(control, channels);
  const creator = source ? otherCreator(source) : channel.creator;
  const isOwn = source === null && channel.value === "";
  const ownDefault = useDefaultEditor(isOwn);
  const defaultEditor = isOwn ? ownDefault : source === null ? channel.defaultEditor : null;
  // The choice of an earlier visit stays.
  const preselected = stored?.assignedTo === undefined ? (defaultEditor?.name ?? "") : "";
  const saved = usePreselection(form, defaultValues, preselected);
  const keep = useCallback(
    (values: TaskFormValues) => taskDrafts.write(draftKey, changedValues(saved, { ...saved, ...values })),
    [draftKey, saved],
  );
  const changed = formState.isDirty || chosen !== kept;
  useEffect(() => onChanged(changed), [onChanged, changed]);
  const add = (more: Partial<DraftFiles>) => setChosen((before) => ({ ...before, ...more }));

  const { mutate: save, isPending: saving } = useTaskSaving({
    ...props,
    form,
    copy,
    defaultValues,
    files: chosen,
    channel: channel.value,
  });

  /** Creators have different editors. */
  const chooseChannel = (value: string) => {
    setValue("channel", value, { shouldDirty: true });
    const next = value === "" ? ownDefault : channels?.find(({ id }) => String(id) === value)?.defaultEditor;
    setValue("assignedTo", next?.name ?? "", { shouldDirty: true });
    setValue("invite", null);
  };

  /** Asks before it saves a deadline that has passed. */
  const [asking, setAsking] = useState(false);
  const ask = (draft: TaskFormValues) => {
    if (isPastDay(draft.deadline, task?.deadline ?? null)) setAsking(true);
    else save(draft);
  };

  return (
    <form id={id} noValidate onSubmit={(event) => void handleSubmit(ask)(event)}>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Save a deadline in the past?"
        description="This deadline has passed, so the task will be overdue immediately."
        confirmLabel="Save anyway"
        cancelLabel="Change the deadline"
        onConfirm={() => {
          setAsking(false);
          void handleSubmit((draft) => save(draft))();
        }}
      />
      <DraftKeeper control={control} keep={keep} />
      <fieldset disabled={saving} className="flex min-w-0 flex-col gap-5">
        {stored && <RestoredNote />}
        {source === null && channel.options.length > 0 && (
          <SelectField
            label="Creator"
            hint="Who the task is for"
            options={channel.options}
            value={channel.value}
            onChange={(event) => chooseChannel(event.target.value)}
            error={formState.errors.channel?.message}
          />
        )}
        <WorkFields
          form={form}
          task={task}
          creator={creator}
          editor={source?.editor ?? defaultEditor}
          contributors={source?.contributors?.map(({ person }) => person) ?? []}
          disabled={saving}
        />
        <ReferenceFiles
          taskTitle={source?.taskTitle ?? "New task"}
          files={chosen.files}
          oldAttachments={chosen.oldAttachments}
          disabled={saving}
          onChange={add}
        />
        <VideoFields
          form={form}
          files={chosen}
          currentThumbnail={source?.thumbnail}
          disabled={saving}
          onFiles={add}
        />
      </fieldset>
    </form>
  );
}

/** The form with the values of its task, and the unsaved changes of an earlier visit. */
function useStoredForm({ task, copy = null, draft }: Pick<TaskFormProps, "task" | "copy" | "draft">) {
  const [stored] = useState(() => taskDrafts.read(draft));
  const [defaultValues] = useState(() => (copy ? valuesOfCopy(copy) : formValues(task)));
  const form = useForm({
    resolver: zodResolver(taskFormValues),
    defaultValues,
  });
  const { setFocus, reset } = form;
  // The sheet focuses a new task's form when it opens; the form of an existing task is rendered later. Before
  // `reset`, after which the fields can't be focused until they are rendered again.
  const loadedLater = task !== null || copy !== null;
  useEffect(() => {
    if (loadedLater) setFocus("taskTitle");
  }, [loadedLater, setFocus]);
  useEffect(() => {
    if (stored) reset({ ...defaultValues, ...stored }, { keepDefaultValues: true });
  }, [stored, defaultValues, reset]);
  return { form, stored, defaultValues };
}

/** Selects the default editor of a new task by name, if there is one. Returns the values that count as unchanged. */
function usePreselection(
  { resetField }: UseFormReturn<TaskFormValues>,
  defaultValues: TaskFormValues,
  preselected: string,
): TaskFormValues {
  const values = useMemo(
    () => (preselected === "" ? defaultValues : { ...defaultValues, assignedTo: preselected }),
    [defaultValues, preselected],
  );
  useEffect(() => {
    if (preselected !== "") resetField("assignedTo", { defaultValue: preselected, keepDirty: true });
  }, [preselected, resetField]);
  return values;
}

/** The creator of a task unless it is the user. */
function otherCreator(task: Task): PersonCard | null {
  return can(task, "manage") ? null : task.youtuber;
}

function taskFiles(task: Task | null): DraftFiles {
  return { files: [], thumbnail: null, oldAttachments: task?.attachments ?? [], removeThumbnail: false };
}
