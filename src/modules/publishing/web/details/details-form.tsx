import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";

import { AppError } from "#core/error.ts";
import { previewPath } from "#core/paths.ts";
import { shownMessage } from "#core/shown-message.ts";
import { DraftKeeper } from "#core/web/draft-keeper.ts";
import { keyOfDraft } from "#core/web/form-drafts.ts";
import { useAction, useChange } from "#core/web/use-change.ts";
import { detailsEndpoints, type PublishDetails } from "#modules/publishing/contract/details.ts";
import { someKindHas } from "#modules/publishing/platforms/platforms.ts";
import { type DetailsInput, detailsInput } from "#modules/publishing/rules/options.ts";
import { isShort } from "#modules/publishing/rules/shorts.ts";
import { textIssues } from "#modules/publishing/rules/text-limits.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { maxTitleLength } from "#modules/tasks/rules/platform-limits.ts";
import { mayEdit } from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FormParts, useFormParts } from "#ui/form-parts.ts";
import { RestoredNote } from "#ui/restored-note.tsx";
import { Switch } from "#ui/switch.tsx";

import { fetchAuthorizationUrl } from "../destinations/queries.ts";
import { useOpenUrl, useAuthorization } from "../destinations/use-authorization.ts";
import { useKinds } from "../destinations/use-kinds.ts";
import { LinkButton } from "../link-button.tsx";
import { PageFoot } from "../page/page-foot.tsx";
import { CaptionsField } from "./captions-field.tsx";
import { detailsChanges, detailsDrafts, withChanges } from "./details-drafts.ts";
import { MoreOptions } from "./more-options.tsx";
import { PlaylistsField } from "./playlists-field.tsx";
import { Presets } from "./presets.tsx";
import { type ChosenThumbnail, detailsForm } from "./queries.ts";
import { ShortNote } from "./short-note.tsx";
import { TextFields } from "./text-fields.tsx";
import { ThumbnailField } from "./thumbnail-field.tsx";

export function DetailsForm({ task, details }: { task: Task; details: PublishDetails }) {
  const [chosen, setChosen] = useState<ChosenThumbnail>({ thumbnail: null, removeThumbnail: false });
  const latestChosen = useRef(chosen);
  const choose = (thumbnail: ChosenThumbnail) => {
    latestChosen.current = thumbnail;
    setChosen(thumbnail);
  };
  const { form, keep, isRestored, discard, forget } = useStoredDetails(task, details);
  const { register, control, handleSubmit, setError, getValues, formState } = form;
  const { continueToPlatform, redirecting } = useAuthorization();
  const kinds = useKinds(task.id);
  const declares = someKindHas(kinds, "declarations");
  const short = isShort(kinds, details.video);
  const saved = useAction(fetchAuthorizationUrl, { errorToast: false });
  const saving = useChange(detailsEndpoints.updateMetaData, {
    fallback: "Failed to update youtube video details",
    form,
    successToast: true,
    onSuccess: () => {
      forget();
      return continueToPlatform({ taskId: task.id });
    },
    onError: () => saved.mutate({ taskId: task.id }),
  });
  const { parts, finish, isFinishing } = useFormParts();
  const busy = isFinishing || saving.isPending || redirecting;
  const save = async (typed: DetailsInput) => {
    const refused = textIssues(kinds, typed);
    for (const [at, { path, message }] of refused.entries()) {
      setError(path as "title" | "description", { message }, { shouldFocus: at === 0 });
    }
    if (refused.length > 0) return;
    if (!(await finish())) return;
    // The values with what finishing has added.
    const values = detailsInput.parse(getValues());
    saving.mutate({ form: detailsForm(task.id, values, latestChosen.current) });
  };
  const title = useWatch({ control, name: "title" });

  return (
    <FormProvider {...form}>
      <form noValidate className="mt-6" onSubmit={(event) => void handleSubmit(save)(event)}>
        <DraftKeeper control={control} keep={keep} />
        {isRestored && <RestoredNote className="mb-6" onDiscard={discard} />}
        {can(task, "manage") && <Presets />}
        {short && <ShortNote />}
        <FormParts value={parts}>
          <fieldset disabled={busy} className="mt-6 flex min-w-0 flex-col gap-6">
            <TextFields
              durationSeconds={details.video?.durationSeconds ?? null}
              short={short}
              kinds={kinds}
              disabled={busy}
            />
            {declares && (
              <Switch
                label="For Kids"
                hint="Made for children. YouTube turns off comments and personalized ads."
                {...register("madeForKids")}
              />
            )}
            <ThumbnailField
              title={title}
              currentUrl={task.thumbnail}
              video={details.video}
              value={chosen}
              onChange={choose}
              disabled={busy}
            />
            <CaptionsField taskId={task.id} disabled={busy} />
            <PlaylistsField taskId={task.id} disabled={busy} />
            <MoreOptions taskId={task.id} register={register} errors={formState.errors.options} />
          </fieldset>
        </FormParts>
        <PageFoot className="gap-x-3">
          {saving.isError && <NotSaved error={saving.error} taskId={task.id} url={saved.data} />}
          <LinkButton to={previewPath(task.id)} label="Go Back" />
          <Button
            type="submit"
            variant="primary"
            disabled={!mayEdit(task.stage)}
            busy={isFinishing || saving.isPending ? "Saving..." : redirecting && "Redirecting to OAuth..."}
          >
            Save Task
          </Button>
          {!mayEdit(task.stage) && (
            <p className="w-full text-sm text-soft">
              Publishing has started. You can edit the details again once the video is published.
            </p>
          )}
        </PageFoot>
      </form>
    </FormProvider>
  );
}

/** The form of the details, with the unsaved changes of an earlier visit. */
function useStoredDetails(task: Task, details: PublishDetails) {
  const [saved] = useState(() => initialDetails(task, details));
  const draftKey = keyOfDraft(useUser()?.id ?? 0, task.id);
  const [restored, setRestored] = useState(() => restore(draftKey, saved));
  const form = useForm({
    resolver: zodResolver(detailsInput),
    mode: "onTouched",
    defaultValues: restored ?? saved,
  });
  const keep = useCallback(
    (values: DetailsInput) => detailsDrafts.write(draftKey, detailsChanges(saved, values)),
    [draftKey, saved],
  );
  const forget = () => detailsDrafts.write(draftKey, {});
  const discard = () => {
    // The button that was pressed disappears. Before `reset`, after which no field can be focused until it is rendered again.
    form.setFocus("title");
    form.reset(saved);
    setRestored(null);
  };
  return { form, keep, isRestored: restored !== null, discard, forget };
}

function initialDetails(task: Task, { options }: PublishDetails): DetailsInput {
  const { description, tags, madeForKids } = task;
  return { title: task.title || initialTitle(task), description, tags, madeForKids, options };
}

/** The saved details with the stored changes, or null if nothing would differ. */
function restore(draftKey: string, saved: DetailsInput): DetailsInput | null {
  const values = withChanges(saved, detailsDrafts.read(draftKey) ?? {});
  return Object.keys(detailsChanges(saved, values)).length === 0 ? null : values;
}

interface NotSavedProps {
  error: Error;
  taskId: number;
  /** The URL to continue at with the details that were saved before. */
  url: string | undefined;
}

/** Says that the input was not saved. It stays on screen, and continuing without it is left to the user. */
function NotSaved({ error, taskId, url }: NotSavedProps) {
  const openUrl = useOpenUrl();
  return (
    <ErrorState
      className="w-full"
      message={`${asSentence(shownMessage(error))} Your changes are not saved.`}
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

/** The title of a video without a planned one: that of its task, as far as the platform takes it. */
function initialTitle({ taskTitle }: Task): string {
  let title = "";
  for (const { segment } of new Intl.Segmenter().segment(taskTitle)) {
    if (title.length + segment.length > maxTitleLength) break;
    title += segment;
  }
  return title.trimEnd();
}
