import { useState } from "react";

import { AppError } from "#core/error.ts";
import { after, second } from "#core/time.ts";
import { Button } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";

interface SendAgainProps {
  sending: boolean;
  /** The error of the last request. If it has a retry time, the button is replaced by a countdown. */
  error: Error | null;
  onSend: () => void;
}

/** Requests another code, once the rate limit allows it. */
export function ResendCode({ sending, error, onSend }: SendAgainProps) {
  const seconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
  if (seconds !== undefined && !sending) return <Waiting key={seconds} seconds={seconds} onSend={onSend} />;
  return <AgainButton busy={sending && "Sending..."} onClick={onSend} />;
}

function Waiting({ seconds, onSend }: { seconds: number; onSend: () => void }) {
  const [until] = useState(() => after(new Date(), seconds * second));
  const [over, setOver] = useState(false);
  if (over) return <AgainButton onClick={onSend} />;
  return (
    <p className="flex min-h-10 flex-wrap items-center gap-x-2 pointer-coarse:min-h-11">
      Another code:
      <Countdown until={until} urgentFrom={0} endText="" onEnd={() => setOver(true)} />
    </p>
  );
}

function AgainButton({ busy, onClick }: { busy?: string | false; onClick: () => void }) {
  return (
    <Button
      variant="quiet"
      className="px-0! text-ink! underline underline-offset-4"
      busy={busy}
      onClick={onClick}
    >
      Send again
    </Button>
  );
}
