import { FormError } from "../form-error.tsx";
import { isCancelled, passkeyError } from "./passkeys.ts";

/** The outcome of a failed passkey request. `cancelled` is the text shown if the user cancelled it. */
export function PasskeyError({ error, cancelled }: { error: Error | null; cancelled: string }) {
  const wasCancelled = error !== null && isCancelled(error);
  return (
    <>
      <output className="mt-2 block text-sm text-soft empty:hidden">{wasCancelled && cancelled}</output>
      <FormError className="mt-2" error={error && !wasCancelled && passkeyError(error)} />
    </>
  );
}
