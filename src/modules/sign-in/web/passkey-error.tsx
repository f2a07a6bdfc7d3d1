import { isCancelled, passkeyErrorMessage } from "./passkeys.ts";

/** Says under a button why no passkey came of it: quietly where the person turned away, `declined` in words. */
export function PasskeyError({ error, declined }: { error: Error | null; declined: string }) {
  const turnedAway = error !== null && isCancelled(error);
  return (
    <>
      <output className="mt-2 block text-sm text-soft empty:hidden">{turnedAway && declined}</output>
      <p role="alert" className="mt-2 text-sm font-medium text-fault empty:hidden">
        {error && !turnedAway && passkeyErrorMessage(error)}
      </p>
    </>
  );
}
