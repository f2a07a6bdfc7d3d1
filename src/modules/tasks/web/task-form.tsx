import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { DraftKeeper } from "#core/web/draft-keeper.ts";
import { changesOf } from "#core/web/form-drafts.ts";
import { useAction } from "#core/web/use-change.ts";
import { maxImageBytes } from "#modules/media/rules/limits.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { useDefaultEditor } from "#modules/team/web/public/use-default-editor.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { FileField } from "#ui/file-field.tsx";
import { RestoredNote } from "#ui/restored-note.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Switch } from "#ui/switch.tsx";
import { TagInput } from "#ui/tag-input.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

import { type TaskFormValues, taskFormValues } from "../contract/task-form.ts";
import type { Task } from "../contract/tasks.ts";
import { mayReassign } from "../rules/stages.ts";
import { ContributorsField } from "./contributors-field.tsx";
import { deadlineOf, isPastDay, today } from "./deadline.ts";
import { EditorField } from "./editor-field.tsx";
import { hasSameContributors, valuesOf, valuesOfCopy } from "./form-values.ts";
import { can } from "./public/can.ts";
import { type DraftFiles, type FormTarget, saveTask } from "./queries.ts";
import { ReferenceFiles } from "./reference-files.tsx";
import { taskDrafts } from "./task-drafts.ts";
import { type FormChannel, useChannel } from "./use-channel.ts";

/** Upload progress of a form that is being saved, in bytes. */
export interface Saving {
  sent: number;
  total: number;
  stop: () => void;
}

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
  const { id, task, copy = null, channels, draft: draftKey, onSaving, onChanged, onSaved } = props;
  const source = task ?? copy;
  const [kept] = useState(() => filesOf(source));
  const [chosen, setChosen] = useState(kept);
  const [stored] = useState(() => taskDrafts.read(draftKey));
  const [defaultValues] = useState(() => (copy ? valuesOfCopy(copy) : valuesOf(task)));
  const form = useForm({
    resolver: zodResolver(taskFormValues),
    defaultValues,
  });
  const { register, control, handleSubmit, setFocus, setValue, reset, resetField, formState } = form;
  // The sheet focuses a new task's form when it opens; the form of an existing task is rendered later. Before
  // `reset`, after which the fields can't be focused until they are rendered again.
  const loadedLater = source !== null;
  useEffect(() => {
    if (loadedLater) setFocus("taskTitle");
  }, [loadedLater, setFocus]);
  useEffect(() => {
    if (stored) reset({ ...defaultValues, ...stored }, { keepDefaultValues: true });
  }, [stored, defaultValues, reset]);
  const channel = useChannel(control, channels);
  const creator = source ? otherCreator(source) : channel.creator;
  const isOwn = source === null && channel.value === "";
  const ownDefault = useDefaultEditor(isOwn);
  const defaultEditor = isOwn ? ownDefault : source === null ? channel.defaultEditor : null;
  // The choice of an earlier visit stays.
  const preselected = stored?.assignedTo === undefined ? (defaultEditor?.name ?? "") : "";
  const saved = useMemo(
    () => (preselected === "" ? defaultValues : { ...defaultValues, assignedTo: preselected }),
    [defaultValues, preselected],
  );
  useEffect(() => {
    if (preselected !== "") resetField("assignedTo", { defaultValue: preselected, keepDirty: true });
  }, [preselected, resetField]);
  const keep = useCallback(
    (values: TaskFormValues) => taskDrafts.write(draftKey, changesOf(saved, { ...saved, ...values })),
    [draftKey, saved],
  );
  const { errors, isDirty } = formState;
  const changed = isDirty || chosen !== kept;
  useEffect(() => onChanged(changed), [onChanged, changed]);
  const add = (more: Partial<DraftFiles>) => setChosen((before) => ({ ...before, ...more }));

  const send = async (draft: TaskFormValues) => {
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    const onProgress = (sent: number, total: number) => onSaving({ sent, total, stop });
    onProgress(0, 0);
    const { signal } = stopping;
    const dated = { ...draft, deadline: deadlineOf(draft.deadline, task?.deadline ?? null) };
    const isTeamKept = task !== null && hasSameContributors(draft.contributors, defaultValues.contributors);
    const contributors = isTeamKept ? null : draft.contributors;
    const values = { ...dated, channel: channel.value, contributors };
    return saveTask(targetOf(task, copy), values, chosen, { signal, onProgress });
  };
  const { mutate: save, isPending: saving } = useAction(send, {
    form,
    errorToast: false,
    onSuccess: onSaved,
    onError: (error) => {
      if (error.name === "AbortError") return;
      const description = error instanceof AppError ? error.message : undefined;
      toast.error("Failed to save task", { description });
    },
    onSettled: () => onSaving(null),
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
        description="This deadline has passed, so the task is overdue at once."
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
            label="Channel"
            hint="The creator for whom the task is."
            options={channel.options}
            value={channel.value}
            onChange={(event) => chooseChannel(event.target.value)}
            error={errors.channel?.message}
          />
        )}
        <TextField
          label="Task title"
          {...register("taskTitle")}
          error={errors.taskTitle?.message}
          autoComplete="off"
        />
        <TextArea
          label="Work description"
          hint="What the editor should do."
          {...register("workDescription")}
          error={errors.workDescription?.message}
        />
        <TextField
          label="Deadline"
          type="date"
          min={task ? undefined : today()}
          {...register("deadline")}
          error={errors.deadline?.message}
          className="sm:max-w-56"
        />
        <EditorField
          task={task}
          creator={creator}
          control={control}
          setValue={setValue}
          known={source?.editor ?? defaultEditor}
          fixed={task !== null && !mayReassign(task.stage)}
          disabled={saving}
        />
        <Controller
          control={control}
          name="contributors"
          render={({ field }) => (
            <ContributorsField
              value={field.value}
              onChange={field.onChange}
              known={source?.contributors?.map(({ person }) => person) ?? []}
              disabled={saving}
              error={errors.contributors?.message}
            />
          )}
        />
        <ReferenceFiles
          taskTitle={source?.taskTitle ?? "New task"}
          files={chosen.files}
          oldAttachments={chosen.oldAttachments}
          disabled={saving}
          onChange={add}
        />
        <div className="border-t pt-5">
          <h3 className="font-heading text-xl">The video on YouTube</h3>
          <p className="text-sm text-soft">Fill right now or before uploading.</p>
        </div>
        <TextField
          label="Title"
          optional
          {...register("title")}
          error={errors.title?.message}
          autoComplete="off"
        />
        <TextArea
          label="Description"
          optional
          {...register("description")}
          error={errors.description?.message}
        />
        <Controller
          control={control}
          name="tags"
          render={({ field }) => (
            <TagInput
              label="Tags"
              optional
              hint="Separate tags with commas or Enter."
              value={field.value}
              onChange={field.onChange}
              disabled={saving}
              error={errors.tags?.message ?? errors.tags?.find?.((tag) => tag?.message)?.message}
            />
          )}
        />
        <Switch label="For Kids" hint="The video is made for children." {...register("madeForKids")} />
        <FileField
          label="Thumbnail"
          optional
          hint="1280x720 (16:9), under 2MB, JPG, PNG or GIF"
          value={chosen.thumbnail}
          currentUrl={chosen.removeThumbnail ? null : source?.thumbnail}
          onRemoveCurrent={() => add({ removeThumbnail: true })}
          disabled={saving}
          onChange={(thumbnail) => {
            if (thumbnail && thumbnail.size >= maxImageBytes) toast.error("Image should be less than 20 MB");
            else add({ thumbnail });
          }}
        />
      </fieldset>
    </form>
  );
}

/** The creator of a task unless it is the user. */
function otherCreator(task: Task): PersonCard | null {
  return can(task, "manage") ? null : task.youtuber;
}

function targetOf(task: Task | null, copy: Task | null): FormTarget {
  if (task) return { edit: task.id };
  return copy ? { copyOf: copy.id } : { create: true };
}

function filesOf(task: Task | null): DraftFiles {
  return { files: [], thumbnail: null, oldAttachments: task?.attachments ?? [], removeThumbnail: false };
}
