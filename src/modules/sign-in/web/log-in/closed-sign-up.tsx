import { useState } from "react";

import { Button } from "#ui/button.tsx";

import { IdentityButton } from "../identities/identity-button.tsx";
import { useReturnPath } from "../public/session.tsx";
import { signInOptions } from "../public/sign-in-options.ts";
import { SignUpLinkForm } from "./sign-up-link-form.tsx";

/** Offers single sign-on if it creates accounts, else says whom to ask for one. Operators can get a link to sign up. */
export function ClosedSignUp() {
  const { signUp, passwordLogin, singleSignOn, singleSignOnSignUp } = signInOptions();
  const from = useReturnPath();
  const [isOperator, setIsOperator] = useState(false);
  const singleSignOnButton = singleSignOnSignUp && (
    <div className="w-full">
      <IdentityButton
        provider="oidc"
        state={() => ({ role: null, from, connect: false, invitation: null })}
        active
        primary
      />
    </div>
  );
  if (!passwordLogin) {
    return (
      singleSignOnButton || (
        <p className="text-soft">
          Accounts of this server belong to {singleSignOn?.name ?? "single sign-on"}. <WhomToAsk />
        </p>
      )
    );
  }
  return (
    <div className="flex flex-col items-start gap-6">
      {singleSignOnButton || (
        <p className="text-soft">
          {signUp === "closed"
            ? "This server doesn't accept new accounts. "
            : "You need an invitation to sign up on this server. If you have one, open its link. Otherwise, ask the creator you work with. "}
          <WhomToAsk />
        </p>
      )}
      {isOperator ? (
        <div className="w-full">
          <p className="mb-4 text-soft">
            Enter your operator email. We send you a link to create your account.
          </p>
          <SignUpLinkForm />
        </div>
      ) : (
        <Button
          variant="quiet"
          className="-ml-4 underline underline-offset-4"
          onClick={() => setIsOperator(true)}
        >
          I operate this server
        </Button>
      )}
    </div>
  );
}

function WhomToAsk() {
  const { contact } = signInOptions();
  if (contact === null) return "Ask the person who runs it for access.";
  const href = contact.includes("@") ? `mailto:${contact}` : `tel:${contact.replaceAll(/[^\d+]/g, "")}`;
  return (
    <>
      Ask{" "}
      <a href={href} className="link break-words">
        {contact}
      </a>{" "}
      for access.
    </>
  );
}
