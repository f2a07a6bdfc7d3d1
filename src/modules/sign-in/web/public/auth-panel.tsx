import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";

import { type AuthMode, authMode, mayVisitorsSignUp } from "#modules/sign-in/rules/sign-in-options.ts";
import { Button } from "#ui/button.tsx";

import { AuthForm, type Credentials } from "../log-in/auth-form.tsx";
import { ClosedSignUp } from "../log-in/closed-sign-up.tsx";
import { SignUpByLink } from "../log-in/sign-up-by-link.tsx";
import { useReturnPath, useSessionEnd } from "./session.tsx";
import { signInOptions } from "./sign-in-options.ts";

const labels = {
  login: { title: "Login", question: "New to Reelay?", other: "Sign Up" },
  signup: { title: "Sign Up", question: "Already have an account?", other: "Login" },
} as const;

/** The mode is in the URL (`?mode=login`). Users redirected from a page that needs a login get the login form. */
function useAuthMode(): [AuthMode, () => void] {
  const [search, setSearch] = useSearchParams();
  const returning = useReturnPath() !== null;
  const state: unknown = useLocation().state;
  const mode = authMode(search.get("mode") ?? (returning ? "login" : null), signInOptions());
  const toggle = () => {
    const other = new URLSearchParams(search);
    other.set("mode", mode === "login" ? "signup" : "login");
    setSearch(other, { replace: true, state });
  };
  return [mode, toggle];
}

/** The login or sign-up form, with a link to the other. */
export function AuthPanel() {
  const [mode, toggle] = useAuthMode();
  const options = signInOptions();
  const [typed, setTyped] = useState<Credentials>({ email: "", password: "", role: null });
  const sessionEnd = useSessionEnd();
  const { title, question, other } = labels[mode];
  return (
    <section aria-label={title}>
      <title>{`${title} · Reelay`}</title>
      <h1 className="font-heading text-4xl">{title}</h1>
      {mode === "login" && !mayVisitorsSignUp(options) ? (
        <div className="h-8" />
      ) : (
        <p className="mt-2 mb-8 flex flex-wrap items-center gap-x-1 text-soft">
          {question}
          <Button variant="quiet" className="px-2! text-ink! underline underline-offset-4" onClick={toggle}>
            {other}
          </Button>
        </p>
      )}
      {sessionEnd !== null && mode === "login" && (
        <output className="mb-6 block border-l-2 border-amber py-1 pl-4">{sessionEnd}</output>
      )}
      {mode === "signup" && !mayVisitorsSignUp(options) ? (
        <ClosedSignUp />
      ) : mode === "signup" && options.signUp === "link" ? (
        <SignUpByLink />
      ) : (
        <AuthForm key={mode} mode={mode} typed={typed} onType={setTyped} />
      )}
    </section>
  );
}
