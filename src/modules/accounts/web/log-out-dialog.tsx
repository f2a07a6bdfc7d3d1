import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";

import { accountsEndpoints } from "../contract.ts";
import { isSignedOut } from "./queries.ts";
import { clearPersonalStorage } from "./user-store.ts";

const failed = "failed to logout user";

/** Ends the session; a session that has ended already is as good. */
async function logOut(): Promise<void> {
  await call(accountsEndpoints.logout, {}, { fallback: failed }).catch((error: unknown) => {
    if (!isSignedOut(error)) throw error;
  });
}

/** Asks before logging out, then forgets everything of the person and loads the start page afresh. */
export function LogOutDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const leave = useMutation({
    mutationFn: logOut,
    onSuccess: () => {
      clearPersonalStorage();
      // A fresh load leaves nothing of the person in memory: no cached list, no open connection.
      window.location.assign("/");
    },
    onError: (error) => toast.error(error instanceof Error ? error.message : failed),
  });
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are you sure you want to Log out ?"
      confirmLabel="Logout"
      busy={(leave.isPending || leave.isSuccess) && "Logging out..."}
      onConfirm={() => leave.mutate()}
    />
  );
}
