import { type SubmitEvent, useRef, useState } from "react";

import { AppError } from "#core/error.ts";
import { after } from "#core/time.ts";
import { codeLength, codeLifetime, codeText } from "#modules/sign-in/rules/one-time-code.ts";
import { Button } from "#ui/button.tsx";
import { CodeInput } from "#ui/code-input.tsx";
import { Countdown } from "#ui/countdown.tsx";

import { errorMessage } from "../error-message.ts";
import { ResendCode } from "./resend-code.tsx";

interface CodeFormProps {
  /** The label of the button, and its label while the code is verified. */
  submit: string;
  busy: string;
  checking: boolean;
  /** The error of the last code. */
  error: Error | null;
  /** Rejects when the code is refused. */
  onCode: (code: string) => Promise<unknown>;
  /** When the code was sent, in milliseconds since 1970, or null if unknown. */
  sentAt: number | null;
  sending: boolean;
  sendError: Error | null;
  onSendAgain: () => void;
}

const notVerified = "Failed to verify OTP. Please try again.";

/** A form for a one-time code, with its remaining time and a button for another code. */
export function CodeForm(props: CodeFormProps) {
  const { submit, busy, checking, error, onCode, sentAt, sending, sendError, onSendAgain } = props;
  const [code, setCode] = useState("");
  const [invalid, setInvalid] = useState<string>();
  /** The error that was on screen when the user typed again. */
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const failure = checking || error === dismissed ? null : error;
  const input = useRef<HTMLInputElement>(null);
  /** Clears a code that the server refused. After a network error the code stays. */
  const startOver = (refusal: unknown) => {
    if (refusal instanceof AppError && refusal.status === 400) setCode("");
    input.current?.focus();
  };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (checking) return;
    const parsed = codeText.safeParse(code);
    setInvalid(parsed.error?.issues[0]?.message);
    if (parsed.success) onCode(parsed.data).catch(startOver);
    else input.current?.focus();
  };
  const sendAgain = () => {
    setCode("");
    setInvalid(undefined);
    onSendAgain();
  };
  return (
    <form noValidate onSubmit={send} aria-label={submit} className="flex flex-col gap-5">
      <CodeInput
        ref={input}
        label="One-time code"
        length={codeLength}
        value={code}
        onChange={(typed) => {
          setCode(typed);
          setInvalid(undefined);
          setDismissed(error);
        }}
        error={invalid ?? (failure ? errorMessage(failure, notVerified) : undefined)}
      />
      {failure instanceof AppError && failure.detail !== undefined && (
        <p className="-mt-3 text-sm text-soft">{failure.detail}</p>
      )}
      <Button type="submit" variant="primary" size="large" busy={checking && busy}>
        {submit}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-soft">
        <p className="flex flex-wrap items-baseline gap-x-3">
          OTP expires in 2 minutes.
          {sentAt !== null && (
            <Countdown
              key={sentAt}
              until={after(new Date(sentAt), codeLifetime)}
              urgentFrom={30}
              endText="expired"
            />
          )}
        </p>
        <ResendCode sending={sending} error={sendError} onSend={sendAgain} />
      </div>
    </form>
  );
}
