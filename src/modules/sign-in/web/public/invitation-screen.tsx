import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { logInPath, profilePath } from "#core/paths.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";
import { useChange } from "#core/web/use-change.ts";
import type { User } from "#modules/people/contract/people.ts";
import { invitationEndpoints, type OpenedInvitation } from "#modules/sign-in/contract/invitations.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import type { AuthMode } from "#modules/sign-in/rules/sign-in-options.ts";
import { Avatar } from "#ui/avatar.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { FormError } from "../form-error.tsx";
import { invitationRefusal } from "../invitations/refusal.ts";
import { AuthForm, type Credentials } from "../log-in/auth-form.tsx";
import { ClosedSignUp } from "../log-in/closed-sign-up.tsx";
import { clearUser } from "../sessions/user-store.ts";
import { useChangeUser, useUser } from "./session.tsx";
import { signInOptions } from "./sign-in-options.ts";

const { openInvitation, acceptInvitation } = invitationEndpoints;

function invitationQuery(token: string, userId: number | null) {
  return {
    ...endpointQuery({
      queryKey: ["invitation", token, userId],
      endpoint: openInvitation,
      input: { body: { token } },
      fallback: "The invitation couldn't be loaded.",
    }),
    staleTime: 0,
  };
}

/** The page of an invitation's link: sign up or log in, accept, and continue where the invitation leads. */
export function InvitationScreen() {
  const token = useLocation().hash.slice(1);
  const user = useUser();
  const { data, error, isFetching, refetch } = useQuery({
    ...invitationQuery(token, user?.id ?? null),
    enabled: user !== undefined,
  });
  if (error) {
    const unknown = error instanceof AppError && error.status < 500;
    return (
      <Page heading={unknown ? "This link doesn't work" : "Invitation"}>
        <ErrorState
          className="mt-6"
          message={error}
          {...(unknown
            ? { action: <HomeLink user={user} /> }
            : { onRetry: () => void refetch(), retrying: isFetching })}
        />
      </Page>
    );
  }
  if (!data || user === undefined) return <Waiting />;
  if (data.acceptedPath !== null) return <Navigate to={data.acceptedPath} replace />;
  if (data.state !== "pending") return <Ended invitation={data} user={user} />;
  if (data.inviter?.suspended) return <InviterSuspended name={data.inviter.name} user={user} />;
  return user ? (
    <Accept invitation={data} token={token} user={user} />
  ) : (
    <Join invitation={data} token={token} />
  );
}

function Join({ invitation, token }: { invitation: OpenedInvitation; token: string }) {
  const { email, hasAccount, maySignUp, inviter, purpose } = invitation;
  // A manager needs no role: relations say what they may do.
  const role = invitation.role ?? (purpose === "team" ? "NORMAL" : null);
  const { singleSignOn, passwordLogin } = signInOptions();
  const [mode, setMode] = useState<AuthMode>(hasAccount || !maySignUp ? "login" : "signup");
  const [typed, setTyped] = useState<Credentials>({ email: email ?? "", password: "", role });
  const other = mode === "login" ? "signup" : "login";
  return (
    <Page heading={invitationHeading(invitation)}>
      {inviter && <From invitation={invitation} />}
      <div className="mt-8 border-t pt-6">
        <p className="mb-6 flex flex-wrap items-center gap-x-1 text-soft">
          {mode === "login" ? "Log in to accept the invitation." : "Create your account to accept it."}
          {passwordLogin && maySignUp && !(hasAccount && mode === "login") && (
            <Button
              variant="quiet"
              className="px-2! text-ink! underline underline-offset-4"
              onClick={() => setMode(other)}
            >
              {mode === "login" ? "Sign up instead" : "I have an account"}
            </Button>
          )}
        </p>
        {!maySignUp && !hasAccount && !singleSignOn ? (
          <ClosedSignUp />
        ) : (
          <AuthForm
            key={mode}
            mode={mode}
            typed={typed}
            onType={setTyped}
            invitation={{ token, email, role }}
          />
        )}
      </div>
    </Page>
  );
}

interface AcceptProps {
  invitation: OpenedInvitation;
  token: string;
  user: User;
}

function Accept({ invitation, token, user }: AcceptProps) {
  const changeUser = useChangeUser();
  const [path, setPath] = useState<string | null>(null);
  const accept = useChange(acceptInvitation, {
    fallback: "The invitation couldn't be accepted. Try again.",
    errorToast: false,
    onSuccess: ({ data, message }) => {
      if (user.role === "NORMAL" && invitation.role) changeUser({ role: invitation.role });
      toast.success(message);
      setPath(data.path);
    },
  });
  if (path !== null) return <Navigate to={path} replace />;
  const refusal = invitationRefusal(invitation, user);
  return (
    <Page heading={invitationHeading(invitation)}>
      <From invitation={invitation} />
      <div className="mt-8 border-t pt-6">
        <p className="text-soft">
          You're logged in as <strong className="font-semibold break-words text-ink">{user.email}</strong>.
        </p>
        {refusal !== null && (
          <output className="mt-4 block border-l-2 border-amber py-1 pl-4">{refusal}</output>
        )}
        <FormError className="mt-4" error={accept.error} />
        <div className="mt-6 flex flex-wrap gap-3">
          {refusal === null && (
            <Button
              variant="primary"
              size="large"
              busy={accept.isPending && "Accepting..."}
              onClick={() => accept.mutate({ body: { token } })}
            >
              Accept invitation
            </Button>
          )}
          <UseAnotherAccount />
        </div>
      </div>
    </Page>
  );
}

/** Logs out and stays on the page. */
function UseAnotherAccount() {
  const queries = useQueryClient();
  const logOut = useChange(sessionEndpoints.logout, {
    fallback: "Failed to log out",
    onSuccess: () => {
      clearUser();
      queries.clear();
    },
  });
  return (
    <Button size="large" busy={logOut.isPending && "Logging out..."} onClick={() => logOut.mutate()}>
      Use another account
    </Button>
  );
}

const endedTexts = {
  accepted: ["This invitation was already used", "Invitations work only once."],
  revoked: ["This invitation was revoked", "Its link no longer works."],
  declined: ["This invitation was declined", "Invitations can be answered only once."],
  expired: ["This invitation has expired", "Invitations expire after 7 days."],
} as const;

function Ended({ invitation, user }: { invitation: OpenedInvitation; user: User | null }) {
  const { state, inviter } = invitation;
  if (state === "pending") return null;
  const [heading, text] = endedTexts[state];
  return (
    <Page heading={heading}>
      <p className="mt-4 mb-6 text-soft">
        {text}{" "}
        {inviter === null
          ? "Request a new link on the sign-up page."
          : `Ask ${inviter.name} for a new one${state === "accepted" ? ", or log in if you accepted it" : ""}.`}
      </p>
      <HomeLink user={user} />
    </Page>
  );
}

function InviterSuspended({ name, user }: { name: string; user: User | null }) {
  return (
    <Page heading="This invitation can't be accepted now">
      <p className="mt-4 mb-6 text-soft">
        The account of <bdi className="font-semibold break-words text-ink">{name}</bdi> is suspended. Ask the
        operators of this server, or open the link again once the account is restored.
      </p>
      <HomeLink user={user} />
    </Page>
  );
}

function invitationHeading({ inviter, subject, role, purpose }: OpenedInvitation): string {
  if (inviter === null) return "Create your account";
  if (subject !== null) return subject;
  if (role === "EDITOR" && purpose !== "team") return `Edit videos with ${inviter.name}`;
  return `${inviter.name} invited you to ${purpose === "team" ? "join their team" : "Reelay"}`;
}

function From({ invitation }: { invitation: OpenedInvitation }) {
  const { inviter, subject, expiresAt, work } = invitation;
  if (!inviter) return null;
  return (
    <>
      <div className="mt-4 flex items-start gap-3">
        <Avatar name={inviter.name} src={inviter.profileImgUrl} size={40} />
        <p className="min-w-0 text-soft">
          <strong className="font-semibold break-words text-ink">{inviter.name}</strong>{" "}
          {subject === null
            ? "works on Reelay, where creators and their teams review and publish videos together."
            : "invited you to edit this video. You get the brief as soon as you accept."}
        </p>
      </div>
      {work.length > 0 && (
        <section aria-labelledby="invited-to" className="mt-6">
          <h2 id="invited-to" className="font-semibold">
            You'll be able to
          </h2>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-soft marker:text-faint">
            {work.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      )}
      <p className="mt-4 text-sm text-soft">
        The link works once and expires on <Moment at={new Date(expiresAt)} />.
      </p>
    </>
  );
}

function HomeLink({ user }: { user: User | null | undefined }) {
  return (
    <Link to={user ? profilePath(user) : logInPath} className={buttonClass("outline")}>
      {user ? "Open your profile" : "Log in"}
    </Link>
  );
}

function Waiting() {
  return (
    <Page heading="Invitation">
      <SkeletonGroup label="Loading the invitation">
        <span className="mt-4 flex items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className="h-5 w-2/3" />
        </span>
      </SkeletonGroup>
    </Page>
  );
}

function Page({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-xl px-4 pt-8 pb-16 sm:px-6 wide:pt-20">
      <title>Invitation · Reelay</title>
      <h1 className="font-heading text-3xl break-words sm:text-4xl">{heading}</h1>
      {children}
    </main>
  );
}
