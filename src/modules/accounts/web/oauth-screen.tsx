import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import { buttonClass } from "#ui/button-class.ts";
import { ErrorState } from "#ui/error-state.tsx";

import { googleEndpoints } from "../contract/google.ts";
import { profilePath } from "../rules.ts";
import { endJourney, readJourney } from "./google-journey.ts";
import { GoogleMark } from "./google-mark.tsx";
import { type Entered, LinkForm } from "./link-form.tsx";
import { useWelcome } from "./session.tsx";
import { Truck } from "./truck.tsx";

const failed = "Failed to login/register with OAuth. Please try again.";

/** Where Google's sign-in leads back to (specification, section 2, "OAuth callback page"). */
export function OauthScreen() {
  const [search] = useSearchParams();
  const code = search.get("code");
  const refused = search.get("error");
  if (refused === "access_denied") return <Denied />;
  if (refused !== null) return <Stopped message={failed} />;
  if (code === null) {
    return <Stopped message="Google sent no code along, so nobody was logged in. Start again." />;
  }
  return <Entering code={code} state={search.get("state") ?? undefined} />;
}

function Entering({ code, state }: { code: string; state: string | undefined }) {
  const enter = useEnter();
  const navigate = useNavigate();
  // A code works once: a query is not sent a second time when React mounts twice. Its key begins like the user's, so
  // that it outlives the cleaning up when somebody has signed in.
  const { data: path, error } = useQuery({
    queryKey: ["user", "oauth", code],
    queryFn: async () => enter(await exchange(code, state)),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  if (path !== undefined) return <Navigate to={path} replace />;
  if (error instanceof AppError && error.code === "password_needed") {
    return (
      <Page heading="One more step">
        <LinkForm
          message={error.message}
          onEnter={(entered) => void navigate(enter(entered), { replace: true })}
        />
      </Page>
    );
  }
  if (error) return <Stopped message={error.message} />;
  return (
    <Page heading="Almost there">
      <Truck className="mt-10 w-full max-w-90" />
      <p className="mt-6 flex items-center gap-2 text-soft">
        <output>Logging you in with...</output>
        <GoogleMark className="size-4.5" />
        Google
      </p>
    </Page>
  );
}

async function exchange(code: string, state: string | undefined): Promise<Entered> {
  const { role } = readJourney();
  const query = { code, ...(role && { role }), ...(state !== undefined && { state }) };
  return call(googleEndpoints.loginRegister, { query }, { fallback: failed });
}

/** Greets whoever has signed in; answers where they go on: where they came from, else their profile. */
function useEnter() {
  const welcome = useWelcome();
  return ({ data, message }: Entered): string => {
    const { from, connect } = readJourney();
    endJourney();
    toast.success(connect ? "Your Google account is connected." : message);
    welcome(data);
    return from ?? profilePath(data);
  };
}

/** The person said no, which is an answer like another. */
function Denied() {
  return (
    <Page heading={readJourney().connect ? "Not connected" : "Not logged in"}>
      <p className="mt-4 mb-6 text-soft">You didn't allow the sign-in at Google, so nothing was changed.</p>
      <WayBack />
    </Page>
  );
}

/** Nobody was signed in: why, and the way back. */
function Stopped({ message }: { message: string }) {
  return (
    <Page heading={readJourney().connect ? "Not connected" : "Not logged in"}>
      <ErrorState className="mt-6" message={message} action={<WayBack />} />
    </Page>
  );
}

/** To where the way to Google began; what had been wanted before is kept. */
function WayBack() {
  const { from, connect } = readJourney();
  const look = buttonClass("outline");
  if (connect && from) {
    return (
      <Link to={from} className={look}>
        Back to Settings
      </Link>
    );
  }
  return (
    <Link to="/auth?mode=login" state={{ from }} className={look}>
      Back to Login
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
