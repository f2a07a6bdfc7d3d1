import { emailText } from "#modules/sign-in/rules/sign-in.ts";
import { Button } from "#ui/button.tsx";

import { useForgottenPassword } from "../one-time-codes/send-code.ts";

interface ForgotPasswordProps {
  /** The typed email. */
  email: () => string;
  /** Called with a message if it isn't an email. */
  onInvalid: (message: string) => void;
}

/** Sends a code to the typed email and opens the page to enter it. */
export function ForgotPassword({ email, onInvalid }: ForgotPasswordProps) {
  const send = useForgottenPassword();
  const click = () => {
    const { data, error } = emailText.safeParse(email());
    if (data) send.mutate(data);
    else onInvalid(error?.issues[0]?.message ?? "");
  };
  return (
    <Button
      variant="quiet"
      className="-my-2 self-start px-0! text-ink! underline underline-offset-4"
      busy={send.isPending && "Sending a code..."}
      onClick={click}
    >
      Forgot your password
    </Button>
  );
}
