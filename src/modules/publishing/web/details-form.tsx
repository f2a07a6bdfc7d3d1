import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { Link } from "react-router";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { thumbnailLimit } from "#modules/media/rules.ts";
import { previewPath } from "#modules/review/rules.ts";
import type { Task } from "#modules/tasks/contract.ts";
import { mayEdit } from "#modules/tasks/rules.ts";
import { longestTitle } from "#modules/tasks/rules/platform-limits.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { FileField } from "#ui/file-field.tsx";
import { Switch } from "#ui/switch.tsx";
import { TagInput } from "#ui/tag-input.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

import { longestTags, tagLength, type VideoDetails, videoDetails } from "../rules/details.ts";
import { Counter, DescriptionHint } from "./field-hints.tsx";
import { fetchAuthorizationUrl, type ChosenThumbnail, saveDetails } from "./queries.ts";
import { useOpenUrl, useAuthorization } from "./use-authorization.ts";

const fieldNames = Object.keys(videoDetails.shape);

export function DetailsForm({ task }: { task: Task }) {
  const [chosen, setChosen] = useState<ChosenThumbnail>({ thumbnail: null, removeThumbnail: false });
  const { title, description, tags, madeForKids } = task;
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(videoDetails),
    mode: "onTouched",
    defaultValues: { title, description, tags, madeForKids },
  });
  const { errors } = formState;
  const { continueToPlatform, redirecting } = useAuthorization();
  const saving = useMutation({
    mutationFn: (details: VideoDetails) => saveDetails(task.id, details, chosen),
    onSuccess: ({ message }) => {
      toast.success(message);
      continueToPlatform({ taskId: task.id });
    },
    onError: (error) => {
      showErrorToast(error);
      for (const { path, message } of error instanceof AppError ? (error.issues ?? []) : []) {
        if (fieldNames.includes(path)) setError(path as keyof VideoDetails, { message });
      }
    },
  });
  const busy = saving.isPending || redirecting;
  const input = useWatch({ control });

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
          hint={<Counter used={input.title?.trim().length ?? 0} limit={longestTitle} unit="characters" />}
          autoComplete="off"
        />
        <TextArea
          label="Description"
          rows={6}
          {...register("description")}
          error={errors.description?.message}
          hint={<DescriptionHint description={input.description?.trim() ?? ""} durationSeconds={null} />}
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
                  <Counter used={tagLength(input.tags ?? [])} limit={longestTags} unit="characters" />
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
          hint="Made for children. YouTube turns off comments and personalized ads."
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
            const error = thumbnail && thumbnailError(thumbnail);
            if (error) toast.error(error);
            else setChosen((before) => ({ ...before, thumbnail }));
          }}
        />
      </fieldset>
      {saving.isError && <NotSaved error={saving.error} taskId={task.id} attempt={saving.submittedAt} />}
      <div className="mt-8 flex flex-wrap gap-3 border-t pt-6">
        <Link to={previewPath(task.id)} className={buttonClass("outline")}>
          Go Back
        </Link>
        <Button
          type="submit"
          variant="primary"
          disabled={!mayEdit(task.stage)}
          busy={saving.isPending ? "Saving..." : redirecting && "Redirecting to OAuth..."}
        >
          Save Task
        </Button>
      </div>
      {!mayEdit(task.stage) && (
        <p className="mt-3 text-sm text-soft">
          This video is being published or already published. Change its details in YouTube Studio.
        </p>
      )}
    </form>
  );
}

function thumbnailError(file: File): string | null {
  if (!file.type.startsWith("image/")) return "Choose an image: JPG, PNG or GIF";
  return file.size >= thumbnailLimit ? "Image should be less than 2 MB" : null;
}

/**
 * The URL to continue at is requested after every attempt, even a failed one. After a failure the user's input stays on
 * screen, and continuing with the saved details is left to them.
 */
function NotSaved({ error, taskId, attempt }: { error: Error; taskId: number; attempt: number }) {
  const openUrl = useOpenUrl();
  const { data: url } = useQuery({
    queryKey: ["authorize", taskId, attempt],
    queryFn: () => fetchAuthorizationUrl({ taskId }),
    retry: false,
    gcTime: 0,
  });
  return (
    <ErrorState
      className="mt-6"
      message={`${asSentence(error.message)} Your changes are not saved.`}
      detail={error instanceof AppError ? error.detail : undefined}
      action={
        url && (
          <Button size="small" onClick={() => openUrl(url, taskId)}>
            Continue with the saved details
          </Button>
        )
      }
    />
  );
}

/** Adds the full stop that the fixed messages lack, because another sentence follows. */
function asSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
