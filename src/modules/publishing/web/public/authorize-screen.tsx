import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { toast } from "sonner";

import { analyticsPath, settingsPath, startUploadPath, taskUpdatePath, tasksPath } from "#core/paths.ts";
import { call } from "#core/web/client.ts";
import { consentOpenedAt } from "#core/web/open-consent-page.ts";
import { useActionOnMount } from "#core/web/use-change.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { descriptors, type DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { returnErrorMessage } from "#modules/publishing/rules/authorization-errors.ts";
import {
  analyticsStatePrefix,
  authorizedDestination,
  authorizedKind,
  settingsStatePrefix,
} from "#modules/publishing/rules/authorization-state.ts";
import { destinationPath } from "#modules/publishing/rules/destinations.ts";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Spinner } from "#ui/spinner.tsx";

import { ConnectButton } from "../destinations/connect-button.tsx";
import { ConsentButton } from "../destinations/reconnect-button.tsx";
import { useUploadTask } from "../destinations/upload-storage.ts";
import { LinkButton } from "../link-button.tsx";
import { PublishingPage } from "../page/publishing-page.tsx";
import { Steps } from "../page/steps.tsx";
import { FiguresAccessButton } from "./figures-access-button.tsx";

/** The return from the platform's consent screen. */
export function AuthorizeScreen() {
  const [search] = useSearchParams();
  const taskId = useUploadTask();
  const code = search.get("code");
  const error = search.get("error");
  const state = search.get("state") ?? undefined;
  const target = parseTarget(state) ?? taskId;
  const kind = authorizedKind(state);
  const next = <NextSteps target={target} state={state} />;
  if (error === "access_denied") return <Declined target={target} kind={kind} next={next} />;
  const failed = (message: string) => <NotConnected message={message} target={target} next={next} />;
  if (error !== null) return failed(returnErrorMessage(kind, error));
  if (code === null) return failed("no code was provided");
  if (target === null) return failed("no taskId was provided");
  return <Connecting key={code} code={code} state={state} target={target} failed={failed} />;
}

/** Start of the authorization: the settings, the analytics, or a task by its id. */
type Target = "settings" | "analytics" | number;

function parseTarget(state: string | undefined): Target | null {
  if (state?.startsWith(settingsStatePrefix)) return "settings";
  return state?.startsWith(analyticsStatePrefix) ? "analytics" : null;
}

interface ConnectingProps {
  code: string;
  state: string | undefined;
  target: Target;
  failed: (message: string) => ReactNode;
}

/** Connects the channel. Returns what to say and the page to continue at. */
async function connect({
  code,
  state,
  target,
}: Omit<ConnectingProps, "failed">): Promise<{ message: string; path: string }> {
  const returned = { code, ...(state !== undefined && { state }) };
  if (typeof target !== "number") {
    const fallback = "Failed to connect the channel";
    const { data } = await call(destinationsEndpoints.finishAuthorization, { body: returned }, { fallback });
    return {
      message: `${data.title} is connected`,
      path: target === "settings" ? destinationPath(data.id) : figuresPath(),
    };
  }
  const fallback = "Failed to login/register with OAuth. Please try again.";
  const body = { ...returned, taskId: target };
  const { message } = await call(destinationsEndpoints.getAccessToken, { body }, { fallback });
  return { message, path: startUploadPath };
}

/** The page of figures on which access was asked for. */
function figuresPath(): string {
  const path = consentOpenedAt();
  const analytics = analyticsPath("YOUTUBER");
  return path?.startsWith(analytics) ? path : analytics;
}

function Connecting({ failed, ...props }: ConnectingProps) {
  const { target } = props;
  const navigate = useNavigate();
  const { error } = useActionOnMount(() => connect(props), {
    errorToast: false,
    onSuccess: ({ message, path }) => {
      toast.success(message);
      void navigate(path, { replace: true });
    },
  });
  if (error) return failed(error.message);
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
    return "You didn't allow access to your channel's analytics. Publishing works as before. You can allow it later in Analytics.";
  }
  const consequence =
    target === "settings"
      ? "Nothing was changed."
      : "Nothing was changed or uploaded, and your video's details are saved.";
  const box = descriptors[kind].connection.consent?.box;
  const advice = box ? ` and leave the box “${box}” checked` : "";
  return `You didn't give access to your channel. ${consequence} To publish, connect the channel${advice}.`;
}

/** After a refusal, what there was before stays: without access to its figures, a channel is still connected. */
function failedHeading(target: Target | null): string {
  return target === "analytics" ? "No access to analytics" : "Not connected";
}

interface ResultProps {
  target: Target | null;
  next: ReactNode;
}

function Declined({ target, kind, next }: ResultProps & { kind: DestinationKind }) {
  return (
    <PublishingPage heading={failedHeading(target)} taskId={typeof target === "number" ? target : null}>
      <p className="mt-4 max-w-prose text-soft">{declinedText(target, kind)}</p>
      {next}
    </PublishingPage>
  );
}

function NotConnected({ message, target, next }: ResultProps & { message: string }) {
  return (
    <PublishingPage heading={failedHeading(target)} taskId={typeof target === "number" ? target : null}>
      {target === null ? (
        <DeadEnd message={message}>Choose “Publish details” on the card of an approved task.</DeadEnd>
      ) : (
        <>
          <ErrorState className="mt-6" message={message} />
          {next}
        </>
      )}
    </PublishingPage>
  );
}

function NextSteps({ target, state }: { target: Target | null; state: string | undefined }) {
  const destinationId = authorizedDestination(state);
  const renewed = destinationId === null ? undefined : { id: destinationId, account: "" };
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {target === null && <LinkButton to={tasksPath("YOUTUBER")} label="Go to your tasks" />}
      {target === "analytics" && (
        <>
          <LinkButton to={figuresPath()} label="Go to Analytics" />
          {destinationId !== null && <FiguresAccessButton destinationId={destinationId} label="Try again" />}
        </>
      )}
      {target === "settings" && (
        <>
          <LinkButton to={settingsPath("YOUTUBER")} label="Go to Settings" />
          <ConnectButton kind={authorizedKind(state)} {...(renewed && { renewed })} label="Try again" />
        </>
      )}
      {typeof target === "number" && (
        <>
          <LinkButton to={taskUpdatePath(target)} label="Go Back" />
          <ConsentButton taskId={target} variant="primary" label="Connect channel" />
        </>
      )}
    </div>
  );
}
