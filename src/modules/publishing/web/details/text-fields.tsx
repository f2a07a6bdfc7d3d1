import { Controller, useFormContext, useWatch } from "react-hook-form";

import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { unsentTags } from "#modules/publishing/rules/text-limits.ts";
import { maxTitleLength } from "#modules/tasks/rules/platform-limits.ts";
import { maxTagsLength, tagLength } from "#modules/tasks/rules/video-tags.ts";
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
  /** The platforms of the video. */
  kinds: readonly DestinationKind[];
  disabled: boolean;
}

/** Title, description and tags of a video, as fields of the surrounding form. */
export function TextFields({ durationSeconds, short, kinds, disabled }: TextFieldsProps) {
  const { register, control, formState } = useFormContext<Texts>();
  const { errors } = formState;
  const [title, description, tags] = useWatch({ control, name: ["title", "description", "tags"] });
  const unsent = unsentTags(kinds, tags);
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
                {unsent !== null && <span className="mt-1 block border-l-2 border-amber pl-3">{unsent}</span>}
              </>
            }
            value={field.value}
            onChange={field.onChange}
            ref={field.ref}
            disabled={disabled}
            error={errors.tags?.message ?? errors.tags?.find?.((tag) => tag?.message)?.message}
          />
        )}
      />
    </>
  );
}
