import { Controller, useFormContext, useWatch } from "react-hook-form";

import { maxTagsLength, tagLength } from "#modules/publishing/rules/details.ts";
import { maxTitleLength } from "#modules/tasks/rules/platform-limits.ts";
import { TagInput } from "#ui/tag-input.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

import { Counter, DescriptionHint } from "./field-hints.tsx";

interface Texts {
  title: string;
  description: string;
  tags: string[];
}

interface TextFieldsProps {
  /** Length of the video in seconds, where it is known. */
  durationSeconds: number | null;
  /** YouTube shows it as a Short. */
  short: boolean;
  disabled: boolean;
}

/** Title, description and tags of a video, as fields of the surrounding form. */
export function TextFields({ durationSeconds, short, disabled }: TextFieldsProps) {
  const { register, control, formState } = useFormContext<Texts>();
  const { errors } = formState;
  const [title, description, tags] = useWatch({ control, name: ["title", "description", "tags"] });
  return (
    <>
      <TextField
        label="Title"
        {...register("title")}
        error={errors.title?.message}
        hint={<Counter used={title.trim().length} limit={maxTitleLength} unit="characters" />}
        autoComplete="off"
      />
      <TextArea
        label="Description"
        rows={6}
        {...register("description")}
        error={errors.description?.message}
        hint={
          <DescriptionHint description={description.trim()} durationSeconds={durationSeconds} short={short} />
        }
      />
      <Controller
        control={control}
        name="tags"
        render={({ field }) => (
          <TagInput
            label="Tags"
            optional
            hint={
              <>
                Separate tags with commas or Enter.{" "}
                <Counter used={tagLength(tags)} limit={maxTagsLength} unit="characters" />
              </>
            }
            value={field.value}
            onChange={field.onChange}
            disabled={disabled}
            error={errors.tags?.message ?? errors.tags?.find?.((tag) => tag?.message)?.message}
          />
        )}
      />
    </>
  );
}
