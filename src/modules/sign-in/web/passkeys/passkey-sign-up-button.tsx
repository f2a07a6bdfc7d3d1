import { KeyRound } from "lucide-react";
import { toast } from "sonner";
import type { z } from "zod";

import { supportsPasskeys } from "#core/web/secure-context.ts";
import { useAction } from "#core/web/use-change.ts";
import type { passkeyEndpoints } from "#modules/sign-in/contract/passkeys.ts";
import { Button } from "#ui/button.tsx";

import { useStartSession } from "../public/session.tsx";
import { NoPasskeys } from "./no-passkeys.tsx";
import { PasskeyError } from "./passkey-error.tsx";
import { signUpWithPasskey } from "./passkeys.ts";

interface PasskeySignUpButtonProps {
  /** Whether this was the last action on the page; otherwise its error is hidden. */
  active: boolean;
  /** Called on click. Returns the account to create, or null if the form is incomplete. */
  body: () => z.input<typeof passkeyEndpoints.beginSignUp.body> | null;
}

/** Creates an account with a passkey instead of a password. Without passkeys, says why. */
export function PasskeySignUpButton({ active, body }: PasskeySignUpButtonProps) {
  const startSession = useStartSession();
  const signUp = useAction(signUpWithPasskey, {
    errorToast: false,
    onSuccess: ({ data, message }) => {
      toast.success(message);
      startSession(data);
    },
  });
  if (!supportsPasskeys()) return <NoPasskeys />;
  return (
    <div>
      <Button
        size="large"
        className="w-full"
        busy={signUp.isPending && "Waiting for your passkey..."}
        onClick={() => {
          const account = body();
          if (account) signUp.mutate(account);
        }}
      >
        <KeyRound aria-hidden className="size-5" strokeWidth={1.75} />
        Sign up with a passkey
      </Button>
      <PasskeyError error={active ? signUp.error : null} cancelled="Passkey sign-up cancelled." />
    </div>
  );
}
