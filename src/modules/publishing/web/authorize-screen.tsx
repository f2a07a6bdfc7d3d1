import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { toast } from "sonner";

import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Spinner } from "#ui/spinner.tsx";

import { permissionLabel } from "../rules/permission.ts";
import { NarrowPage } from "./narrow-page.tsx";
import { exchangeCode } from "./queries.ts";
import { useUploadTask } from "./upload-storage.ts";
import { useAuthorization } from "./use-authorization.ts";

/** The return from the platform's consent screen. */
export function AuthorizeScreen() {
  const [search] = useSearchParams();
  const taskId = useUploadTask();
  const code = search.get("code");
  const error = search.get("error");
  if (error === "access_denied") return <Declined taskId={taskId} />;
  if (error !== null) return <NotConnected message={endedMessage} taskId={taskId} />;
  if (code === null) return <NotConnected message="no code was provided" taskId={taskId} />;
  if (taskId === null) return <NotConnected message="no taskId was provided" taskId={null} />;
  return <Connecting code={code} state={search.get("state") ?? undefined} taskId={taskId} />;
}

interface ConnectingProps {
  code: string;
  state: string | undefined;
  taskId: number;
}

function Connecting({ code, state, taskId }: ConnectingProps) {
  const navigate = useNavigate();
  // A code works once; unlike an effect, a query is sent once even if React mounts twice.
  const connection = useQuery({
    queryKey: ["connect", code],
    queryFn: () => exchangeCode({ code, taskId, ...(state !== undefined && { state }) }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const message = connection.data?.message;
  useEffect(() => {
    if (message === undefined) return;
    toast.success(message);
    void navigate("/yt-startUpload", { replace: true });
  }, [message, navigate]);
  if (connection.isError) return <NotConnected message={connection.error.message} taskId={taskId} />;
  return (
    <NarrowPage heading="Connecting your channel">
      <p className="mt-6 flex items-center gap-3 text-soft">
        <Spinner />
        <output>Authorizing you to start uploading your video...</output>
      </p>
    </NarrowPage>
  );
}

const endedMessage = "YouTube ended the login without connecting a channel. Nothing was changed. Try again.";

function Declined({ taskId }: { taskId: number | null }) {
  return (
    <NarrowPage heading="Not connected">
      <p className="mt-4 max-w-prose text-soft">
        You didn't give access to your channel. Nothing was changed or uploaded, and your video's details are
        saved. To publish, connect the channel and leave the box “{permissionLabel}” checked.
      </p>
      <NextSteps taskId={taskId} />
    </NarrowPage>
  );
}

function NotConnected({ message, taskId }: { message: string; taskId: number | null }) {
  return (
    <NarrowPage heading="Not connected">
      <ErrorState className="mt-6" message={message} />
      <NextSteps taskId={taskId} />
    </NarrowPage>
  );
}

function NextSteps({ taskId }: { taskId: number | null }) {
  const { continueToPlatform, redirecting } = useAuthorization();
  if (taskId === null) {
    return (
      <Link to="/y/tasks" className={buttonClass("outline", "medium", "mt-6")}>
        Go to your tasks
      </Link>
    );
  }
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      <Link to={`/task-update/${taskId}`} className={buttonClass("outline")}>
        Go Back
      </Link>
      <Button
        variant="primary"
        busy={redirecting && "Redirecting to OAuth..."}
        onClick={() => continueToPlatform({ taskId, reconnect: true })}
      >
        Connect channel
      </Button>
    </div>
  );
}
