import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Switch } from "#ui/switch.tsx";
import { TextField } from "#ui/text-field.tsx";

import type { PublishSummary } from "../contract.ts";
import type { Visibility } from "../rules/progress.ts";
import { Certification } from "./certification.tsx";
import { NarrowPage } from "./narrow-page.tsx";
import { startUpload, summaryQuery } from "./queries.ts";
import { SandboxNotice } from "./sandbox-notice.tsx";
import { SummaryList } from "./summary-list.tsx";
import { useUploadTask } from "./upload-storage.ts";
import { useGoOn } from "./use-go-on.ts";

/** What the creator agrees to, and the one button that starts the upload (specification, section 2). */
export function StartScreen() {
  const taskId = useUploadTask();
  if (taskId === null) {
    return (
      <NarrowPage heading="Publish on YouTube">
        <ErrorState
          className="mt-6"
          message="no taskId was provided"
          action={
            <Link to="/y/tasks" className={buttonClass("outline", "small")}>
              Choose a task
            </Link>
          }
        />
      </NarrowPage>
    );
  }
  return <Summary taskId={taskId} />;
}

function Summary({ taskId }: { taskId: number }) {
  const summary = useQuery(summaryQuery(taskId));
  if (summary.isError && codeOf(summary.error) === "already_publishing") {
    return <Navigate replace to={`/check-progress/${taskId}`} />;
  }
  return (
    <NarrowPage heading="Publish on YouTube">
      {summary.isPending && <SummarySkeleton />}
      {summary.isLoadingError && (
        <NotReady error={summary.error} taskId={taskId} onRetry={() => void summary.refetch()} />
      )}
      {summary.data && <Agreement summary={summary.data} />}
    </NarrowPage>
  );
}

type Choice = Visibility | "planned";

const choices: { value: Choice; label: string; description: string }[] = [
  { value: "public", label: "Public", description: "Everybody can find and watch it." },
  { value: "unlisted", label: "Unlisted", description: "Everybody who has the link can watch it." },
  { value: "private", label: "Private", description: "Only you can watch it." },
  { value: "planned", label: "At a given time", description: "Private until then, public from then on." },
];

function Agreement({ summary }: { summary: PublishSummary }) {
  const { taskId } = summary;
  const navigate = useNavigate();
  const [choice, setChoice] = useState<Choice>("public");
  const [time, setTime] = useState("");
  const [syntheticMedia, setSyntheticMedia] = useState(false);
  const start = useMutation({
    mutationFn: () => startUpload({ taskId, syntheticMedia, ...visibilityOf(choice, time) }),
    onSuccess: () => void navigate(`/check-progress/${taskId}`),
    onError: (error) => toast.error(error.message),
  });
  if (start.isPending || start.isSuccess) {
    return (
      <p className="mt-6 flex items-center gap-3 text-soft">
        <Spinner />
        <output>Starting your Video upload Session...</output>
      </p>
    );
  }
  return (
    <>
      <p className="mt-2 max-w-prose text-soft">
        Look it over once more. The video is uploaded in private mode first and shown as you choose here at
        the very end.
      </p>
      {summary.sandbox && <SandboxNotice />}
      <SummaryList summary={summary} />
      <div className="mt-8 flex flex-col gap-6">
        <RadioCards
          label="Visibility"
          options={choices}
          value={choice}
          onChange={(event) => setChoice(event.target.value as Choice)}
        />
        {choice === "planned" && (
          <TextField
            type="datetime-local"
            label="Public from"
            hint="At least 15 minutes from now, on your own clock."
            value={time}
            onChange={(event) => setTime(event.target.value)}
            className="sm:max-w-72"
          />
        )}
        <Switch
          label="Altered or generated content"
          hint="Switch on if realistic people, places or events in it were altered or made by a computer. YouTube asks to be told."
          checked={syntheticMedia}
          onChange={(event) => setSyntheticMedia(event.target.checked)}
        />
      </div>
      <Certification termsUrl={summary.termsUrl} />
      {start.isError && <ErrorState className="mt-6" message={start.error.message} />}
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to={`/task-update/${taskId}`} className={buttonClass("outline", "large")}>
          Change details
        </Link>
        <Button
          variant="signal"
          size="large"
          disabled={choice === "planned" && time === ""}
          onClick={() => start.mutate()}
        >
          Start upload
        </Button>
      </div>
    </>
  );
}

/** `time` is on the viewer's own clock, as the field gives it. */
function visibilityOf(choice: Choice, time: string) {
  if (choice !== "planned") return { visibility: choice };
  return { visibility: "public" as const, publishAt: new Date(time).toISOString() };
}

function codeOf(error: Error): string | null {
  return error instanceof AppError ? error.code : null;
}

/** What is missing, with the way to it. */
function NotReady({ error, taskId, onRetry }: { error: Error; taskId: number; onRetry: () => void }) {
  const { goOn, going } = useGoOn();
  const recoveryActions: Record<string, { to: string; label: string }> = {
    details_missing: { to: `/task-update/${taskId}`, label: "Fill in the details" },
    not_approved: { to: `/video-preview/${taskId}`, label: "Go to the preview" },
    task_not_found: { to: "/y/tasks", label: "Go to your tasks" },
  };
  const way = recoveryActions[codeOf(error) ?? ""];
  if (codeOf(error) === "no_channel") {
    return (
      <ErrorState
        className="mt-6"
        message={error.message}
        action={
          <Button
            size="small"
            busy={going && "Redirecting to OAuth..."}
            onClick={() => goOn({ taskId, reconnect: true })}
          >
            Connect channel
          </Button>
        }
      />
    );
  }
  if (!way) return <ErrorState className="mt-6" message={error.message} onRetry={onRetry} />;
  return (
    <ErrorState
      className="mt-6"
      message={error.message}
      action={
        <Link to={way.to} className={buttonClass("outline", "small")}>
          {way.label}
        </Link>
      }
    />
  );
}

function SummarySkeleton() {
  return (
    <SkeletonGroup label="Loading what will be published" className="mt-8">
      <Skeleton className="h-14 w-64" />
      <Skeleton className="mt-6 h-5 w-full" />
      <Skeleton className="mt-3 h-5 w-2/3" />
      <Skeleton className="mt-8 h-24 w-full" />
      <Skeleton className="mt-8 h-12 w-44" />
    </SkeletonGroup>
  );
}
