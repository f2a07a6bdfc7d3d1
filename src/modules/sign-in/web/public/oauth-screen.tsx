import { type ReactNode, useState } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { logInPath, profilePath } from "#core/paths.ts";
import { call } from "#core/web/client.ts";
import { useActionOnMount } from "#core/web/use-change.ts";
import { identityEndpoints } from "#modules/sign-in/contract/identities.ts";
import { buttonClass } from "#ui/button-class.ts";
import { ErrorState } from "#ui/error-state.tsx";

import { clearRedirectState, readRedirectState } from "../identities/identity-redirect.ts";
import { type LoginResponse, LinkIdentityForm } from "../identities/link-identity-form.tsx";
import { LoadingIllustration } from "../identities/loading-illustration.tsx";
import { ProviderMark } from "../identities/provider-mark.tsx";
import { providerName } from "../identities/provider-name.ts";
import { useStartSession } from "./session.tsx";

const failed = "Failed to login/register with OAuth. Please try again.";

/** The page that identity providers redirect back to. */
export function OauthScreen() {
  const [search] = useSearchParams();
  const code = search.get("code");
  const denied = search.get("error");
  if (denied === "access_denied") return <Denied />;
  if (denied !== null) return <Failed message={failed} />;
  if (code === null) {
    const name = providerName(readRedirectState().provider);
    return <Failed message={`The response from ${name} is incomplete. Try to log in again.`} />;
  }
  return <LoggingIn key={code} code={code} search={search} />;
}

function LoggingIn({ code, search }: { code: string; search: URLSearchParams }) {
  const [provider] = useState(() => readRedirectState().provider);
  const name = providerName(provider);
  const finish = useFinish();
  const navigate = useNavigate();
  const logIn = async () => finish(await exchange(code, search));
  const { data: path, error } = useActionOnMount(logIn, { errorToast: false });
  if (path !== undefined) return <Navigate to={path} replace />;
  if (error instanceof AppError && error.code === "password_needed") {
    return (
      <Page heading="One more step">
        <LinkIdentityForm
          provider={name}
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
        <ProviderMark provider={provider} className="size-4.5" />
        {name}
      </p>
    </Page>
  );
}

async function exchange(code: string, search: URLSearchParams): Promise<LoginResponse> {
  const { role } = readRedirectState();
  const [state, iss] = [search.get("state"), search.get("iss")];
  const query = {
    code,
    ...(role && { role }),
    ...(state !== null && { state }),
    ...(iss !== null && { iss }),
  };
  return call(identityEndpoints.loginRegister, { query }, { fallback: failed });
}

/** Stores the logged-in user and returns the path to open: where they were before, else their profile. */
function useFinish() {
  const startSession = useStartSession();
  return ({ data, message }: LoginResponse): string => {
    const { provider, from, connect } = readRedirectState();
    clearRedirectState();
    toast.success(connect ? `${providerName(provider)} account connected.` : message);
    startSession(data);
    return from ?? profilePath(data);
  };
}

function Denied() {
  return (
    <Page heading={readRedirectState().connect ? "Not connected" : "Not logged in"}>
      <p className="mt-4 mb-6 text-soft">
        You denied access at {providerName(readRedirectState().provider)}. Nothing was changed.
      </p>
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

/** Leads to the page with the button. */
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
