import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { Link } from "react-router";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { thumbnailLimit } from "#modules/media/rules.ts";
import type { Task } from "#modules/tasks/contract.ts";
import { mayEdit } from "#modules/tasks/rules.ts";
import { longestDescriptionBytes, longestTitle, utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FileField } from "#ui/file-field.tsx";
import { Switch } from "#ui/switch.tsx";
import { TagInput } from "#ui/tag-input.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

import { longestTags, tagLength, type VideoDetails, videoDetails } from "../rules/details.ts";
import { askWhereToGo, type ChosenThumbnail, saveDetails } from "./queries.ts";
import { useFollow, useGoOn } from "./use-go-on.ts";

const fieldNames = Object.keys(videoDetails.shape);

export function DetailsForm({ task }: { task: Task }) {
  const [chosen, setChosen] = useState<ChosenThumbnail>({ thumbnail: null, removeThumbnail: false });
  const { title, description, tags, madeForKids } = task;
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(videoDetails),
    defaultValues: { title, description, tags, madeForKids },
  });
  const { errors } = formState;
  const { goOn, going } = useGoOn();
  const saving = useMutation({
    mutationFn: (details: VideoDetails) => saveDetails(task.id, details, chosen),
    onSuccess: ({ message }) => {
      toast.success(message);
      goOn({ taskId: task.id });
    },
    onError: (error) => {
      toast.error(error.message);
      for (const { path, message } of error instanceof AppError ? (error.issues ?? []) : []) {
        if (fieldNames.includes(path)) setError(path as keyof VideoDetails, { message });
      }
    },
  });
  const busy = saving.isPending || going;
  const written = useWatch({ control });
  const count = (now: number, most: number) =>
    `${now.toLocaleString("en-US")} of ${most.toLocaleString("en-US")}`;

  return (
    <form
      noValidate
      className="mt-8"
      onSubmit={(event) => void handleSubmit((details) => saving.mutate(details))(event)}
    >
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-6">
        <TextField
          label="Title"
          {...register("title")}
          error={errors.title?.message}
          hint={
            <span className="numerals">{count(written.title?.length ?? 0, longestTitle)} characters</span>
          }
          autoComplete="off"
        />
        <TextArea
          label="Description"
          rows={6}
          {...register("description")}
          error={errors.description?.message}
          hint={
            <span className="numerals">
              {count(utf8Bytes(written.description ?? ""), longestDescriptionBytes)} bytes
            </span>
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
                  Type and press Enter to add.{" "}
                  <span className="numerals">
                    {count(tagLength(written.tags ?? []), longestTags)} characters
                  </span>
                </>
              }
              value={field.value}
              onChange={field.onChange}
              disabled={busy}
              error={errors.tags?.message ?? errors.tags?.find?.((tag) => tag?.message)?.message}
            />
          )}
        />
        <Switch
          label="For Kids"
          hint="The video is made for children. YouTube then switches off comments and personalised ads."
          {...register("madeForKids")}
        />
        <FileField
          label="Thumbnail"
          optional
          hint="1280x720 (16:9), under 2MB, JPG, PNG or GIF"
          value={chosen.thumbnail}
          currentUrl={chosen.removeThumbnail ? null : task.thumbnail}
          onRemoveCurrent={() => setChosen({ thumbnail: null, removeThumbnail: true })}
          disabled={busy}
          onChange={(thumbnail) => {
            const refusal = thumbnail && refusalOf(thumbnail);
            if (refusal) toast.error(refusal);
            else setChosen((before) => ({ ...before, thumbnail }));
          }}
        />
      </fieldset>
      {saving.isError && <NotSaved error={saving.error} taskId={task.id} attempt={saving.submittedAt} />}
      <div className="mt-8 flex flex-wrap gap-3 border-t pt-6">
        <Link to={`/video-preview/${task.id}`} className={buttonClass("outline")}>
          Go Back
        </Link>
        <Button
          type="submit"
          variant="primary"
          disabled={!mayEdit(task.stage)}
          busy={saving.isPending ? "Saving..." : going && "Redirecting to OAuth..."}
        >
          Save Task
        </Button>
      </div>
      {!mayEdit(task.stage) && (
        <p className="mt-3 text-sm text-soft">
          The video is on its way or published already, so its details can't be changed here any more.
        </p>
      )}
    </form>
  );
}

function refusalOf(file: File): string | null {
  if (!file.type.startsWith("image/")) return "Choose an image: JPG, PNG or GIF";
  return file.size >= thumbnailLimit ? "Image should be less than 2 MB" : null;
}

/**
 * Where to go on is asked after every attempt, even a failed one (specification, section 7). After a failed one nobody is
 * sent there: what was written stays on screen, and going on with what is saved already is the person's own decision.
 */
function NotSaved({ error, taskId, attempt }: { error: Error; taskId: number; attempt: number }) {
  const follow = useFollow();
  const { data: address } = useQuery({
    queryKey: ["authorize", taskId, attempt],
    queryFn: () => askWhereToGo({ taskId }),
    retry: false,
    gcTime: 0,
  });
  return (
    <ErrorState
      className="mt-6"
      message={`${asSentence(error.message)} Your changes are still here, not yet saved.`}
      action={
        address && (
          <Button size="small" onClick={() => follow(address, taskId)}>
            Continue with what was saved before
          </Button>
        )
      }
    />
  );
}

/** The specification's messages come without a full stop; another sentence follows here. */
function asSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
