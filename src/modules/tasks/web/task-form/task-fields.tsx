import { Controller, type UseFormReturn } from "react-hook-form";
import { toast } from "sonner";

import { maxImageBytes } from "#modules/media/rules/limits.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import type { TaskFormValues } from "#modules/tasks/contract/task-form.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { mayReassign } from "#modules/tasks/rules/stages.ts";
import { FileField } from "#ui/file-field.tsx";
import { Switch } from "#ui/switch.tsx";
import { TagInput } from "#ui/tag-input.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

import { ContributorsField } from "../contributors/contributors-field.tsx";
import type { DraftFiles } from "../queries.ts";
import { today } from "./deadline.ts";
import { EditorField } from "./editor-field.tsx";

interface WorkFieldsProps {
  form: UseFormReturn<TaskFormValues>;
  /** The task to edit. */
  task: Task | null;
  /** The creator of the task unless it is the user. */
  creator: PersonCard | null;
  /** The editor and the contributors whom the form starts with. */
  editor: PersonCard | null;
  contributors: readonly PersonCard[];
  disabled: boolean;
}

/** The fields of a task that describe the work and who does it. */
export function WorkFields({ form, task, creator, editor, contributors, disabled }: WorkFieldsProps) {
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  return (
    <>
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
        known={editor}
        fixed={task !== null && !mayReassign(task.stage)}
        disabled={disabled}
      />
      <Controller
        control={control}
        name="contributors"
        render={({ field }) => (
          <ContributorsField
            value={field.value}
            onChange={field.onChange}
            known={contributors}
            disabled={disabled}
            error={errors.contributors?.message}
          />
        )}
      />
    </>
  );
}

interface VideoFieldsProps {
  form: UseFormReturn<TaskFormValues>;
  files: DraftFiles;
  /** URL of the stored thumbnail. */
  currentThumbnail: string | null | undefined;
  disabled: boolean;
  onFiles: (changed: Partial<DraftFiles>) => void;
}

/** The fields of a task that describe its video on YouTube. */
export function VideoFields({ form, files, currentThumbnail, disabled, onFiles }: VideoFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <>
      <div className="border-t pt-5">
        <h3 className="font-heading text-xl">The video on YouTube</h3>
        <p className="text-sm text-soft">Fill in now or before publishing.</p>
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
            ref={field.ref}
            disabled={disabled}
            error={errors.tags?.message ?? errors.tags?.find?.((tag) => tag?.message)?.message}
          />
        )}
      />
      <Switch label="For Kids" hint="The video is made for children." {...register("madeForKids")} />
      <FileField
        label="Thumbnail"
        optional
        hint="1280 × 720 (16:9), under 2 MB, JPG, PNG or GIF"
        value={files.thumbnail}
        currentUrl={files.removeThumbnail ? null : currentThumbnail}
        onRemoveCurrent={() => onFiles({ removeThumbnail: true })}
        disabled={disabled}
        onChange={(thumbnail) => {
          if (thumbnail && thumbnail.size >= maxImageBytes) toast.error("Image should be less than 20 MB");
          else onFiles({ thumbnail });
        }}
      />
    </>
  );
}
