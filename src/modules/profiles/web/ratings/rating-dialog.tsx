import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";

import { useChange } from "#core/web/use-change.ts";
import { profilesEndpoints, type Rating } from "#modules/profiles/contract/profiles.ts";
import { changeableUntil } from "#modules/profiles/rules/profiles.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { Moment } from "#ui/timecode.tsx";

import { ratingQuery, storeRating } from "../queries.ts";
import { StarsField } from "./stars-field.tsx";

const { rate } = profilesEndpoints;
const fields = rate.body.pick({ stars: true, review: true });

interface RatingDialogProps {
  taskId: number;
  editorName: string;
  onClose: () => void;
}

/** Rates the editor of a task with stars and an optional review, or changes the rating. */
export function RatingDialog({ taskId, editorName, onClose }: RatingDialogProps) {
  const formId = useId();
  const { data, error, isFetching, refetch } = useQuery(ratingQuery(taskId));
  const save = useRate(taskId, onClose);
  const existing = data?.rating;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={save.isPending}
      size="small"
      title={`Rate ${editorName}`}
      description={
        existing ? (
          <>
            You can change this until <Moment at={changeableUntil(new Date(existing.ratedAt))} />.
          </>
        ) : (
          `${editorName} will be notified. Your rating appears on their profile with your name. You can change it for 7 days.`
        )
      }
      footer={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!data}
            busy={save.isPending && "Saving..."}
          >
            {existing ? "Save changes" : "Save rating"}
          </Button>
        </>
      }
    >
      {data && (
        <RatingForm
          id={formId}
          given={data.rating}
          saving={save.isPending}
          onSubmit={(words) => save.mutate({ body: { taskId, ...words } })}
        />
      )}
      {!data && !error && <Waiting />}
      {!data && error && <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />}
    </Dialog>
  );
}

interface Words {
  stars: number;
  review: string | null;
}

interface RatingFormProps {
  id: string;
  given: Rating | null;
  saving: boolean;
  onSubmit: (words: Words) => void;
}

function RatingForm({ id, given, saving, onSubmit }: RatingFormProps) {
  const { control, register, handleSubmit, formState } = useForm({
    resolver: zodResolver(fields),
    defaultValues: { stars: given?.stars ?? 0, review: given?.review ?? "" },
  });
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
    >
      <Controller
        control={control}
        name="stars"
        render={({ field, fieldState }) => (
          <StarsField
            label="Your rating"
            value={field.value}
            onChange={field.onChange}
            ref={field.ref}
            error={fieldState.error?.message}
            disabled={saving}
          />
        )}
      />
      <TextArea
        label="Review"
        optional
        rows={4}
        hint="How was it to work together? Everyone on Reelay can read your review."
        error={formState.errors.review?.message}
        disabled={saving}
        {...register("review")}
      />
    </form>
  );
}

function useRate(taskId: number, onSaved: () => void) {
  const queries = useQueryClient();
  return useChange(rate, {
    fallback: "Failed to save the rating",
    successToast: true,
    onSuccess: ({ data }) => {
      storeRating(queries, taskId, data);
      onSaved();
    },
  });
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading your rating">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-1 h-9 w-52" />
      <Skeleton className="mt-6 h-5 w-20" />
      <Skeleton className="mt-2 h-28 w-full" />
      <Skeleton className="mt-2 h-5 w-4/5" />
    </SkeletonGroup>
  );
}
