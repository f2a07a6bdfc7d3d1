import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { toast } from "sonner";

import { Button } from "#ui/button.tsx";

import { PasskeyOutcome } from "./passkey-outcome.tsx";
import { enterByPasskey, supportsPasskeys } from "./passkeys.ts";
import { useWelcome } from "./session.tsx";

/** Signs in without email and password; shown where the browser can. */
export function PasskeyButton() {
  const welcome = useWelcome();
  const enter = useMutation({
    mutationFn: enterByPasskey,
    onSuccess: ({ data, message }) => {
      toast.success(message);
      welcome(data);
    },
  });
  if (!supportsPasskeys()) return null;
  return (
    <div>
      <Button
        size="large"
        className="w-full"
        busy={enter.isPending && "Waiting for your passkey..."}
        onClick={() => enter.mutate()}
      >
        <KeyRound aria-hidden className="size-5" strokeWidth={1.75} />
        Continue with a passkey
      </Button>
      <PasskeyOutcome error={enter.error} declined="No passkey was used." />
    </div>
  );
}
