import { call } from "#core/web/client.ts";
import { clearPersonalStorage } from "#core/web/personal-storage.ts";
import { useAction } from "#core/web/use-change.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";

import { isSignedOut } from "../queries.ts";

const failed = "failed to logout user";

/** Ends the session. Succeeds if it has already ended. */
async function logOut(): Promise<void> {
  await call(sessionEndpoints.logout, {}, { fallback: failed }).catch((error: unknown) => {
    if (!isSignedOut(error)) throw error;
  });
}

/** Asks for confirmation, logs out and reloads the start page. */
export function LogOutDialog({
  open,
  onOpenChange,
  description,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Other consequences of the logout. */
  description?: string | undefined;
}) {
  const leave = useAction(logOut, {
    fallback: failed,
    onSuccess: () => {
      clearPersonalStorage();
      // Until the page has gone, responses to earlier calls are stored.
      window.addEventListener("pagehide", clearPersonalStorage);
      // A reload also removes cached data and the realtime connection from memory.
      window.location.assign("/");
    },
  });
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are you sure you want to Log out ?"
      description={description}
      confirmLabel="Logout"
      busy={(leave.isPending || leave.isSuccess) && "Logging out..."}
      onConfirm={() => leave.mutate()}
    />
  );
}
