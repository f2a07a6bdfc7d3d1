import type { UseFormReturn } from "react-hook-form";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { useAction } from "#core/web/use-change.ts";
import type { TaskFormValues } from "#modules/tasks/contract/task-form.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";

import { type DraftFiles, type FormTarget, saveTask } from "../queries.ts";
import { deadlineText } from "./deadline.ts";
import { hasSameContributors } from "./form-values.ts";

/** Upload progress of a form that is being saved, in bytes. */
export interface Saving {
  sent: number;
  total: number;
  stop: () => void;
}

interface SavedForm {
  form: UseFormReturn<TaskFormValues>;
  /** The task to edit, and the one that a new task is a copy of. */
  task: Task | null;
  copy: Task | null;
  /** Before the user has changed anything. */
  defaultValues: TaskFormValues;
  files: DraftFiles;
  /** Id of the creator; empty for the user. */
  channel: string;
  onSaving: (saving: Saving | null) => void;
  onSaved: (task: Task) => void;
}

/** Stores the values of the form. Failures are shown in a toast. */
export function useTaskSaving(saved: SavedForm) {
  const { form, task, copy, defaultValues, files, channel, onSaving, onSaved } = saved;
  const send = async (draft: TaskFormValues) => {
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    const onProgress = (sent: number, total: number) => onSaving({ sent, total, stop });
    onProgress(0, 0);
    const { signal } = stopping;
    const dated = { ...draft, deadline: deadlineText(draft.deadline, task?.deadline ?? null) };
    const isTeamKept = task !== null && hasSameContributors(draft.contributors, defaultValues.contributors);
    const contributors = isTeamKept ? null : draft.contributors;
    const values = { ...dated, channel, contributors };
    return saveTask(formTarget(task, copy), values, files, { signal, onProgress });
  };
  return useAction(send, {
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
}

function formTarget(task: Task | null, copy: Task | null): FormTarget {
  if (task) return { edit: task.id };
  return copy ? { copyOf: copy.id } : { create: true };
}
