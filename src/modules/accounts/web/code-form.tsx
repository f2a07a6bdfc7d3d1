import { type SubmitEvent, useRef, useState } from "react";

import { AppError } from "#core/error.ts";
import { after } from "#core/time.ts";
import { Button } from "#ui/button.tsx";
import { CodeInput } from "#ui/code-input.tsx";
import { Countdown } from "#ui/countdown.tsx";

import { codeLength, codeLifetime, codeText } from "../rules/one-time-code.ts";
import { SendAgain } from "./send-again.tsx";

interface CodeFormProps {
  /** What the button says, at rest and while the code is checked. */
  submit: string;
  busy: string;
  checking: boolean;
  /** Why the last code was refused. */
  refusal: string | undefined;
  /** Rejects when the code is refused. */
  onCode: (code: string) => Promise<unknown>;
  /** When the code was sent, in milliseconds since 1970; null where that isn't known. */
  sentAt: number | null;
  sending: boolean;
  sendError: Error | null;
  onSendAgain: () => void;
}

/** Where a one-time code is typed in, with the time that it has left and the way to another. */
export function CodeForm(props: CodeFormProps) {
  const { submit, busy, checking, refusal, onCode, sentAt, sending, sendError, onSendAgain } = props;
  const [code, setCode] = useState("");
  const [invalid, setInvalid] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  /** A refused code is worth nothing any more; one that could not be sent stays. */
  const startOver = (error: unknown) => {
    if (error instanceof AppError && error.status === 400) setCode("");
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
        }}
        error={invalid ?? (checking ? undefined : refusal)}
      />
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
        <SendAgain sending={sending} error={sendError} onSend={sendAgain} />
      </div>
    </form>
  );
}
