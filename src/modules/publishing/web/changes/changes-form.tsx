import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";

import { checkProgressPath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { changesEndpoints, type PublishedChanges } from "#modules/publishing/contract/changes.ts";
import type { PublishDetails } from "#modules/publishing/contract/details.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { videoTexts, type VideoTexts } from "#modules/publishing/rules/details.ts";
import { isShort } from "#modules/publishing/rules/shorts.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FormParts, useFormParts } from "#ui/form-parts.ts";

import { useKinds } from "../destinations/use-kinds.ts";
import { CaptionsField } from "../details/captions-field.tsx";
import { TextFields } from "../details/text-fields.tsx";
import { ThumbnailField } from "../details/thumbnail-field.tsx";
import { visibilityChoice, isTimeMissing, VisibilityField } from "../details/visibility-field.tsx";
import { fieldIssue } from "../field-issue.ts";
import { LinkButton } from "../link-button.tsx";
import { PageFoot } from "../page/page-foot.tsx";
import { changesForm, changesQuery } from "./queries.ts";

interface ChangesFormProps {
  task: Task;
  /** The published version. */
  video: PublishDetails["video"];
  changes: PublishedChanges;
}

/** Changes the details of a published video. */
export function ChangesForm({ task, video, changes }: ChangesFormProps) {
  const progressPath = checkProgressPath(task.id);
  const navigate = useNavigate();
  const kinds = useKinds(task.id);
  const [thumbnail, setThumbnail] = useState<File | null>(null);
  const latestThumbnail = useRef(thumbnail);
  // A refetch does not overwrite what was chosen.
  const [initial] = useState(() => visibilityChoice(changes.visibility, changes.publishAt));
  const [visibility, setVisibility] = useState(initial);
  const form = useForm<VideoTexts>({
    resolver: zodResolver(videoTexts),
    mode: "onTouched",
    defaultValues: { title: task.title, description: task.description, tags: task.tags },
  });
  const title = useWatch({ control: form.control, name: "title" });
  const saving = useChange(changesEndpoints.saveChanges, {
    form,
    stores: changesQuery(task.id).queryKey,
    successToast: true,
    onSuccess: () => void navigate(progressPath),
  });
  const { parts, finish, isFinishing } = useFormParts();
  const busy = isFinishing || saving.isPending;
  const save = async (texts: VideoTexts) => {
    if (!(await finish())) return;
    const details = { texts, visibility, thumbnail: latestThumbnail.current };
    saving.mutate({ params: { taskId: task.id }, form: changesForm(details) });
  };
  const failed = changes.deliveries.filter(({ state }) => state === "failed");
  const unsent = failed.map(({ channelTitle, kind }) => {
    return channelTitle === null ? descriptors[kind].name : `${channelTitle} (${descriptors[kind].name})`;
  });
  return (
    <FormProvider {...form}>
      <form noValidate className="mt-6" onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <p className="max-w-prose text-soft">
          {changes.publishAt === null ? "The video is published." : "The video is scheduled."} Changes are
          sent to every destination that has it.
        </p>
        {unsent.length > 0 && (
          <div className="mt-4 max-w-prose border-l-2 border-fault pl-3">
            <p>Some details were not sent to {new Intl.ListFormat("en").format(unsent)}.</p>
            {[...new Set(failed.map(({ problem }) => problem))].map((problem) => (
              <p key={problem} className="mt-1 text-soft">
                {problem}
              </p>
            ))}
          </div>
        )}
        <FormParts value={parts}>
          <fieldset disabled={busy} className="mt-6 flex min-w-0 flex-col gap-6">
            <TextFields
              durationSeconds={video?.durationSeconds ?? null}
              short={isShort(kinds, video)}
              kinds={kinds}
              disabled={busy}
            />
            <VisibilityField
              value={visibility}
              onChange={setVisibility}
              schedulable={initial.choice === "scheduled"}
              error={fieldIssue(saving.error, "publishAt")}
            />
            <ThumbnailField
              title={title}
              currentUrl={task.thumbnail}
              video={video}
              value={{ thumbnail, removeThumbnail: false }}
              onChange={(chosen) => {
                latestThumbnail.current = chosen.thumbnail;
                setThumbnail(chosen.thumbnail);
              }}
              removable={false}
              disabled={busy}
            />
            <CaptionsField taskId={task.id} disabled={busy} />
          </fieldset>
        </FormParts>
        <PageFoot className="gap-x-3">
          {saving.isError && <ErrorState className="w-full" message={saving.error} />}
          <LinkButton to={progressPath} label="Cancel" />
          <Button
            type="submit"
            variant="primary"
            disabled={isTimeMissing(visibility)}
            busy={busy && "Saving..."}
          >
            Save and send
          </Button>
        </PageFoot>
      </form>
    </FormProvider>
  );
}
