import { Button } from "#ui/button.tsx";

import { emailText } from "../rules.ts";
import { useForgottenPassword } from "./send-code.ts";

interface ForgotPasswordProps {
  /** What is typed as email. */
  email: () => string;
  /** Gets a sentence when that is no email. */
  onInvalid: (message: string) => void;
}

/** Sends a code to the email that is typed in and goes where it is entered (specification, section 2). */
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
