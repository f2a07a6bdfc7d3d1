import { useNavigate, useSearchParams } from "react-router";
import { toast } from "sonner";

import { analyticsPath, settingsPath, startUploadPath, taskUpdatePath, tasksPath } from "#core/paths.ts";
import { call } from "#core/web/client.ts";
import { useActionOnMount } from "#core/web/use-change.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { descriptors, type DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { returnErrorMessage } from "#modules/publishing/rules/authorization-errors.ts";
import {
  analyticsStatePrefix,
  authorizedKind,
  settingsStatePrefix,
} from "#modules/publishing/rules/authorization-state.ts";
import { destinationPath } from "#modules/publishing/rules/destinations.ts";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Spinner } from "#ui/spinner.tsx";

import { ConsentButton } from "../destinations/reconnect-button.tsx";
import { useUploadTask } from "../destinations/upload-storage.ts";
import { LinkButton } from "../link-button.tsx";
import { PublishingPage } from "../page/publishing-page.tsx";
import { Steps } from "../page/steps.tsx";

/** The return from the platform's consent screen. */
export function AuthorizeScreen() {
  const [search] = useSearchParams();
  const taskId = useUploadTask();
  const code = search.get("code");
  const error = search.get("error");
  const state = search.get("state") ?? undefined;
  const target = targetOf(state) ?? taskId;
  if (error === "access_denied") return <Declined target={target} kind={authorizedKind(state)} />;
  if (error !== null)
    return <NotConnected message={returnErrorMessage(authorizedKind(state), error)} target={target} />;
  if (code === null) return <NotConnected message="no code was provided" target={target} />;
  if (target === null) return <NotConnected message="no taskId was provided" target={null} />;
  return <Connecting key={code} code={code} state={state} target={target} />;
}

/** Start of the authorization: the settings, the analytics, or a task by its id. */
type Target = "settings" | "analytics" | number;

function targetOf(state: string | undefined): Target | null {
  if (state?.startsWith(settingsStatePrefix)) return "settings";
  return state?.startsWith(analyticsStatePrefix) ? "analytics" : null;
}

interface ConnectingProps {
  code: string;
  state: string | undefined;
  target: Target;
}

/** Connects the channel. Returns what to say and the page to continue at. */
async function connect({ code, state, target }: ConnectingProps): Promise<{ message: string; path: string }> {
  const returned = { code, ...(state !== undefined && { state }) };
  if (typeof target !== "number") {
    const fallback = "Failed to connect the channel";
    const { data } = await call(destinationsEndpoints.finishAuthorization, { body: returned }, { fallback });
    const isSettings = target === "settings";
    return {
      message: isSettings ? `${data.title} is connected` : `Loading the figures of ${data.title}`,
      path: isSettings ? destinationPath(data.id) : analyticsPath("YOUTUBER"),
    };
  }
  const fallback = "Failed to login/register with OAuth. Please try again.";
  const body = { ...returned, taskId: target };
  const { message } = await call(destinationsEndpoints.getAccessToken, { body }, { fallback });
  return { message, path: startUploadPath };
}

function Connecting(props: ConnectingProps) {
  const { target } = props;
  const navigate = useNavigate();
  const { error } = useActionOnMount(() => connect(props), {
    errorToast: false,
    onSuccess: ({ message, path }) => {
      toast.success(message);
      void navigate(path, { replace: true });
    },
  });
  if (error) return <NotConnected message={error.message} target={target} />;
  return (
    <PublishingPage heading="Connecting your channel" taskId={typeof target === "number" ? target : null}>
      {typeof target === "number" && <Steps step={2} />}
      <p className="mt-6 flex items-center gap-3 text-soft">
        <Spinner />
        <output>
          {typeof target !== "number"
            ? "Connecting your channel..."
            : "Authorizing you to start uploading your video..."}
        </output>
      </p>
    </PublishingPage>
  );
}

function declinedText(target: Target | null, kind: DestinationKind): string {
  if (target === "analytics") {
    return "You didn't give access to the figures of your channel. Publishing works as before. You can allow it later in Analytics.";
  }
  const kept =
    target === "settings"
      ? "Nothing was changed."
      : "Nothing was changed or uploaded, and your video's details are saved.";
  const { connection } = descriptors[kind];
  const box = connection.by === "consent" && connection.box;
  const advice = box ? ` and leave the box “${box}” checked` : "";
  return `You didn't give access to your channel. ${kept} To publish, connect the channel${advice}.`;
}

function Declined({ target, kind }: { target: Target | null; kind: DestinationKind }) {
  return (
    <PublishingPage
      heading={target === "analytics" ? "No access to figures" : "Not connected"}
      taskId={typeof target === "number" ? target : null}
    >
      <p className="mt-4 max-w-prose text-soft">{declinedText(target, kind)}</p>
      <NextSteps target={target} />
    </PublishingPage>
  );
}

function NotConnected({ message, target }: { message: string; target: Target | null }) {
  return (
    <PublishingPage heading="Not connected" taskId={typeof target === "number" ? target : null}>
      {target === null ? (
        <DeadEnd message={message}>Choose “Publish details” on the card of an approved task.</DeadEnd>
      ) : (
        <>
          <ErrorState className="mt-6" message={message} />
          <NextSteps target={target} />
        </>
      )}
    </PublishingPage>
  );
}

function NextSteps({ target }: { target: Target | null }) {
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {target === null && <LinkButton to={tasksPath("YOUTUBER")} label="Go to your tasks" />}
      {target === "analytics" && <LinkButton to={analyticsPath("YOUTUBER")} label="Go to Analytics" />}
      {target === "settings" && <LinkButton to={settingsPath("YOUTUBER")} label="Go to Settings" />}
      {typeof target === "number" && (
        <>
          <LinkButton to={taskUpdatePath(target)} label="Go Back" />
          <ConsentButton taskId={target} variant="primary" label="Connect channel" />
        </>
      )}
    </div>
  );
}
