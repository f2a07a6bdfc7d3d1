import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { toast } from "sonner";

import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Spinner } from "#ui/spinner.tsx";

import { NarrowPage } from "./narrow-page.tsx";
import { exchangeCode } from "./queries.ts";
import { useUploadTask } from "./upload-storage.ts";
import { useGoOn } from "./use-go-on.ts";

/** Where the platform's consent leads back to (specification, section 2, "Authorize screen"). */
export function AuthorizeScreen() {
  const [search] = useSearchParams();
  const taskId = useUploadTask();
  const code = search.get("code");
  const refused = search.get("error");
  if (refused !== null) return <Refused declined={refused === "access_denied"} taskId={taskId} />;
  if (code === null) return <Stopped message="no code was provided" taskId={taskId} />;
  if (taskId === null) return <Stopped message="no taskId was provided" taskId={null} />;
  return <Connecting code={code} state={search.get("state") ?? undefined} taskId={taskId} />;
}

interface ConnectingProps {
  code: string;
  state: string | undefined;
  taskId: number;
}

function Connecting({ code, state, taskId }: ConnectingProps) {
  const navigate = useNavigate();
  // A code works once; a query is not sent a second time when React mounts twice.
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
  if (connection.isError) return <Stopped message={connection.error.message} taskId={taskId} />;
  return (
    <NarrowPage heading="Connecting your channel">
      <p className="mt-6 flex items-center gap-3 text-soft">
        <Spinner />
        <output>Authorizing you to start uploading your video...</output>
      </p>
    </NarrowPage>
  );
}

/** The person said no, which is an answer like another. */
function Refused({ declined, taskId }: { declined: boolean; taskId: number | null }) {
  if (!declined) {
    const message = "YouTube ended the sign-in without connecting a channel. Nothing was changed. Try again.";
    return <Stopped message={message} taskId={taskId} />;
  }
  return (
    <NarrowPage heading="Not connected">
      <p className="mt-4 max-w-prose text-soft">
        You didn't give access to your channel, so nothing was changed and nothing was uploaded. Your video's
        details are saved; connect the channel whenever you are ready.
      </p>
      <Onwards taskId={taskId} />
    </NarrowPage>
  );
}

function Stopped({ message, taskId }: { message: string; taskId: number | null }) {
  return (
    <NarrowPage heading="Not connected">
      <ErrorState className="mt-6" message={message} />
      <Onwards taskId={taskId} />
    </NarrowPage>
  );
}

function Onwards({ taskId }: { taskId: number | null }) {
  const { goOn, going } = useGoOn();
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
        busy={going && "Redirecting to OAuth..."}
        onClick={() => goOn({ taskId, reconnect: true })}
      >
        Connect channel
      </Button>
    </div>
  );
}
