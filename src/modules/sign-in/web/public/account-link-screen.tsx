import { useState } from "react";
import { Link, Navigate } from "react-router";

import { logInPath, profilePath, resetPasswordPath } from "#core/paths.ts";
import { call } from "#core/web/client.ts";
import { useAction } from "#core/web/use-change.ts";
import { accountLinkEndpoints } from "#modules/sign-in/contract/account-links.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";

import { useStartSession } from "./session.tsx";

/** The page of a link that an operator has created. It is used with a button, since programs that read emails open links. */
export function AccountLinkScreen() {
  const [token] = useState(() => window.location.hash.slice(1));
  const startSession = useStartSession();
  const open = useAction(
    async () => (await call(accountLinkEndpoints.openAccountLink, { body: { token } })).data,
    {
      errorToast: false,
      onSuccess: (opened) => {
        if (opened.kind === "login") startSession(opened.user);
      },
    },
  );
  if (open.data?.kind === "login") return <Navigate to={profilePath(open.data.user)} replace />;
  if (open.data) return <Navigate to={resetPasswordPath} replace state={{ email: open.data.email }} />;
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-xl px-4 pt-8 pb-16 sm:px-6 wide:pt-20">
      <title>Account link · Reelay</title>
      <h1 className="font-heading text-3xl sm:text-4xl">Account link</h1>
      {open.error ? (
        <ErrorState
          className="mt-6"
          message={open.error.message}
          action={
            <Link to={logInPath} className={buttonClass("outline")}>
              Back to login
            </Link>
          }
        />
      ) : (
        <>
          <p className="mt-4 mb-6 text-soft">
            An operator of this server created this link for your account. It works once.
          </p>
          <Button onClick={() => open.mutate()} busy={open.isPending && "Opening..."}>
            Continue
          </Button>
        </>
      )}
    </main>
  );
}
