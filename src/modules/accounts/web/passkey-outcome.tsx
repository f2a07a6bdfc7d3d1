import { isDeclined, passkeyProblem } from "./passkeys.ts";

/** Says under a button why no passkey came of it: quietly where the person turned away, `declined` in words. */
export function PasskeyOutcome({ error, declined }: { error: Error | null; declined: string }) {
  const turnedAway = error !== null && isDeclined(error);
  return (
    <>
      <output className="mt-2 block text-sm text-soft empty:hidden">{turnedAway && declined}</output>
      <p role="alert" className="mt-2 text-sm font-medium text-fault empty:hidden">
        {error && !turnedAway && passkeyProblem(error)}
      </p>
    </>
  );
}
