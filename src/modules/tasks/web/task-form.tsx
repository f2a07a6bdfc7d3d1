import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { isFormerMember } from "#modules/accounts/rules/former-member.ts";
import { thumbnailLimit } from "#modules/media/rules.ts";
import { FileField } from "#ui/file-field.tsx";
import { Switch } from "#ui/switch.tsx";
import { TagInput } from "#ui/tag-input.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

import { type Task, type TaskDraft, taskDraft } from "../contract.ts";
import { mayReassign } from "../rules.ts";
import { deadlineOf, localDay, today } from "./deadline.ts";
import { EditorPicker } from "./editor-picker.tsx";
import { type DraftFiles, saveTask } from "./queries.ts";
import { ReferenceFiles } from "./reference-files.tsx";

/** A running save: bytes sent of all there are, and how to stop it. */
export interface Saving {
  sent: number;
  total: number;
  stop: () => void;
}

interface TaskFormProps {
  id: string;
  task: Task | null;
  /** Hears that it saves, how much is sent, and null when it has ended. */
  onSaving: (saving: Saving | null) => void;
  /** Hears whether something would be lost by closing. */
  onChanged: (changed: boolean) => void;
  onSaved: (task: Task) => void;
}

const fieldNames = Object.keys(taskDraft.shape);

/** Everything that a task says (specification, section 2, "Task form"). */
export function TaskForm({ id, task, onSaving, onChanged, onSaved }: TaskFormProps) {
  const [kept] = useState(() => filesOf(task));
  const [chosen, setChosen] = useState(kept);
  const { register, control, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(taskDraft),
    defaultValues: draftOf(task),
  });
  const { errors, isDirty, isSubmitting: saving } = formState;
  const changed = isDirty || chosen !== kept;
  useEffect(() => onChanged(changed), [onChanged, changed]);
  // A new task's form is there when the sheet opens and takes the focus; this one came later.
  const cameLater = task !== null;
  useEffect(() => {
    if (cameLater) setFocus("taskTitle");
  }, [cameLater, setFocus]);
  const add = (more: Partial<DraftFiles>) => setChosen((before) => ({ ...before, ...more }));

  const save = async (draft: TaskDraft) => {
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    const onProgress = (sent: number, total: number) => onSaving({ sent, total, stop });
    onProgress(0, 0);
    try {
      const { signal } = stopping;
      const dated = { ...draft, deadline: deadlineOf(draft.deadline, task?.deadline ?? null) };
      onSaved(await saveTask(task?.id ?? null, dated, chosen, { signal, onProgress }));
    } catch (error) {
      if (stopping.signal.aborted) return;
      const failure = error instanceof AppError ? error : null;
      toast.error("Failed to save task", { description: failure?.message });
      for (const { path, message } of failure?.issues ?? []) {
        if (fieldNames.includes(path)) setError(path as keyof TaskDraft, { message });
      }
    } finally {
      onSaving(null);
    }
  };

  return (
    <form id={id} noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      <fieldset disabled={saving} className="flex min-w-0 flex-col gap-5">
        <TextField
          label="Task title"
          {...register("taskTitle")}
          error={errors.taskTitle?.message}
          autoComplete="off"
        />
        <TextArea
          label="Work description"
          hint="What the editor should do, and what to look out for."
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
        <Controller
          control={control}
          name="assignedTo"
          render={({ field }) => (
            <EditorPicker
              name={field.value}
              known={task?.editor ?? null}
              onChange={field.onChange}
              ref={field.ref}
              fixed={task !== null && !mayReassign(task.stage)}
              disabled={saving}
              error={errors.assignedTo?.message}
            />
          )}
        />
        <ReferenceFiles
          taskTitle={task?.taskTitle ?? "New task"}
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
              hint="Type and press Enter to add."
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
          currentUrl={chosen.removeThumbnail ? null : task?.thumbnail}
          onRemoveCurrent={() => add({ removeThumbnail: true })}
          disabled={saving}
          onChange={(thumbnail) => {
            if (thumbnail && thumbnail.size >= thumbnailLimit) toast.error("Image should be less than 2 MB");
            else add({ thumbnail });
          }}
        />
      </fieldset>
    </form>
  );
}

function draftOf(task: Task | null): TaskDraft {
  if (!task) {
    return {
      taskTitle: "",
      workDescription: "",
      deadline: "",
      assignedTo: "",
      title: "",
      description: "",
      madeForKids: false,
      tags: [],
    };
  }
  const { taskTitle, workDescription, title, description, madeForKids, tags } = task;
  const deadline = localDay(new Date(task.deadline));
  return {
    taskTitle,
    workDescription,
    deadline,
    // Whoever has left is not proposed again where another editor can be chosen.
    assignedTo: isFormerMember(task.editor) && mayReassign(task.stage) ? "" : task.editor.name,
    title,
    description,
    madeForKids,
    tags,
  };
}

function filesOf(task: Task | null): DraftFiles {
  return { files: [], thumbnail: null, oldAttachments: task?.attachments ?? [], removeThumbnail: false };
}
