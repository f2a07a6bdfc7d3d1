import type { ReactNode } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { logInPath, profilePath } from "#core/paths.ts";
import { call } from "#core/web/client.ts";
import { useActionOnMount } from "#core/web/use-change.ts";
import { googleEndpoints } from "#modules/sign-in/contract/google.ts";
import { buttonClass } from "#ui/button-class.ts";
import { ErrorState } from "#ui/error-state.tsx";

import { GoogleMark } from "../google/google-mark.tsx";
import { clearRedirectState, readRedirectState } from "../google/google-redirect.ts";
import { type LoginResponse, LinkGoogleForm } from "../google/link-google-form.tsx";
import { LoadingIllustration } from "../google/loading-illustration.tsx";
import { useStartSession } from "./session.tsx";

const failed = "Failed to login/register with OAuth. Please try again.";

/** The page that Google redirects back to. */
export function OauthScreen() {
  const [search] = useSearchParams();
  const code = search.get("code");
  const denied = search.get("error");
  if (denied === "access_denied") return <Denied />;
  if (denied !== null) return <Failed message={failed} />;
  if (code === null) {
    return <Failed message="The response from Google is incomplete. Try to log in again." />;
  }
  return <LoggingIn key={code} code={code} state={search.get("state") ?? undefined} />;
}

function LoggingIn({ code, state }: { code: string; state: string | undefined }) {
  const finish = useFinish();
  const navigate = useNavigate();
  const logIn = async () => finish(await exchange(code, state));
  const { data: path, error } = useActionOnMount(logIn, { errorToast: false });
  if (path !== undefined) return <Navigate to={path} replace />;
  if (error instanceof AppError && error.code === "password_needed") {
    return (
      <Page heading="One more step">
        <LinkGoogleForm
          message={error.message}
          onLogin={(response) => void navigate(finish(response), { replace: true })}
        />
      </Page>
    );
  }
  if (error) return <Failed message={error.message} />;
  return (
    <Page heading="Almost there">
      <LoadingIllustration className="mt-10 w-full max-w-90" />
      <p className="mt-6 flex items-center gap-2 text-soft">
        <output>Logging you in with...</output>
        <GoogleMark className="size-4.5" />
        Google
      </p>
    </Page>
  );
}

async function exchange(code: string, state: string | undefined): Promise<LoginResponse> {
  const { role } = readRedirectState();
  const query = { code, ...(role && { role }), ...(state !== undefined && { state }) };
  return call(googleEndpoints.loginRegister, { query }, { fallback: failed });
}

/** Stores the logged-in user and returns the path to open: where they were before, else their profile. */
function useFinish() {
  const startSession = useStartSession();
  return ({ data, message }: LoginResponse): string => {
    const { from, connect } = readRedirectState();
    clearRedirectState();
    toast.success(connect ? "Google account connected." : message);
    startSession(data);
    return from ?? profilePath(data);
  };
}

function Denied() {
  return (
    <Page heading={readRedirectState().connect ? "Not connected" : "Not logged in"}>
      <p className="mt-4 mb-6 text-soft">You denied access at Google. Nothing was changed.</p>
      <BackLink />
    </Page>
  );
}

function Failed({ message }: { message: string }) {
  return (
    <Page heading={readRedirectState().connect ? "Not connected" : "Not logged in"}>
      <ErrorState className="mt-6" message={message} action={<BackLink />} />
    </Page>
  );
}

/** Leads to the page with the Google button. */
function BackLink() {
  const { from, connect } = readRedirectState();
  const look = buttonClass("outline");
  if (connect && from) {
    return (
      <Link to={from} className={look}>
        Back to settings
      </Link>
    );
  }
  return (
    <Link to={logInPath} state={{ from }} className={look}>
      Back to login
    </Link>
  );
}

function Page({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-xl px-4 pt-8 pb-16 sm:px-6 wide:pt-20">
      <title>{`${heading} · Reelay`}</title>
      <h1 className="font-heading text-3xl sm:text-4xl">{heading}</h1>
      {children}
    </main>
  );
}
