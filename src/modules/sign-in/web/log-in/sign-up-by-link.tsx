import { useState } from "react";

import { IdentityButtons } from "../identities/identity-buttons.tsx";
import { useReturnPath } from "../public/session.tsx";
import { OtherSignInMethods } from "./other-sign-in-methods.tsx";
import { SignUpLinkForm } from "./sign-up-link-form.tsx";

/** The sign-up of a server that accepts certain email addresses: it has to be proved that the address is the user's. */
export function SignUpByLink() {
  const from = useReturnPath();
  const [active, setActive] = useState("");
  return (
    <>
      <p className="mb-6 text-soft">
        Enter your work email. We send you a link that confirms it and continues the sign-up.
      </p>
      <SignUpLinkForm />
      <OtherSignInMethods>
        <IdentityButtons
          active={active}
          state={(provider) => {
            setActive(provider);
            return { role: null, from, connect: false, invitation: null };
          }}
        />
      </OtherSignInMethods>
    </>
  );
}
