import { KeyRound } from "lucide-react";
import { toast } from "sonner";

import { supportsPasskeys } from "#core/web/secure-context.ts";
import { useAction } from "#core/web/use-change.ts";
import { Button } from "#ui/button.tsx";

import { useStartSession } from "../public/session.tsx";
import { NoPasskeys } from "./no-passkeys.tsx";
import { PasskeyError } from "./passkey-error.tsx";
import { logInWithPasskey } from "./passkeys.ts";

interface PasskeyButtonProps {
  /** Whether this was the last action on the page; otherwise its error is hidden. */
  active: boolean;
  onStart: () => void;
}

/** Logs in with a passkey. Without passkeys, says why. */
export function PasskeyButton({ active, onStart }: PasskeyButtonProps) {
  const startSession = useStartSession();
  const logIn = useAction(logInWithPasskey, {
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
        busy={logIn.isPending && "Waiting for your passkey..."}
        onClick={() => {
          onStart();
          logIn.mutate();
        }}
      >
        <KeyRound aria-hidden className="size-5" strokeWidth={1.75} />
        Continue with a passkey
      </Button>
      <PasskeyError error={active ? logIn.error : null} cancelled="Passkey login cancelled." />
    </div>
  );
}
