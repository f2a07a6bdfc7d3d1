import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import {
  type AdministeredUser,
  operatorUserEndpoints as endpoints,
} from "#modules/operators/contract/users.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";

import { logKey, usersKey } from "../query-keys.ts";
import { QuotaDialog } from "./quota-dialog.tsx";

type Confirmed = "suspend" | "delete" | "end_sessions" | "reset_password";

/** The menu of an account, with the dialogs that confirm what it starts. */
export function UserMenu({ user }: { user: AdministeredUser }) {
  const isSelf = useUser()?.id === user.id;
  const [confirming, setConfirming] = useState<Confirmed | null>(null);
  const [settingQuota, setSettingQuota] = useState<boolean | null>(null);
  const done = {
    successToast: true,
    refetch: [usersKey, logKey],
    onSuccess: () => setConfirming(null),
  } as const;
  const suspend = useChange(endpoints.suspendUser, done);
  const restore = useChange(endpoints.restoreUser, done);
  const end = useChange(endpoints.endUserSessions, done);
  const reset = useChange(endpoints.sendPasswordReset, done);
  const remove = useChange(endpoints.deleteUser, done);
  const input = { params: { personId: user.id } };
  const name = <bdi>{user.name}</bdi>;
  const dialogs: Record<Confirmed, Omit<ConfirmProps, "open" | "onOpenChange">> = {
    suspend: {
      title: <>Suspend {name}?</>,
      description:
        "All sessions end immediately, logins are refused, and the review links and invitations of this user stop working. Running deliveries continue, and other members keep their access. You can restore the account later.",
      confirmLabel: "Suspend",
      busy: suspend.isPending && "Suspending...",
      onConfirm: () => suspend.mutate(input),
    },
    delete: {
      title: <>Delete {name}?</>,
      description:
        "The account, its videos and its messages are deleted, as if the user had deleted it. This can't be undone.",
      confirmLabel: "Delete account",
      busy: remove.isPending && "Deleting...",
      onConfirm: () => remove.mutate(input),
    },
    end_sessions: {
      title: <>End all sessions of {name}?</>,
      description: "The user has to log in again in every browser.",
      confirmLabel: "End sessions",
      busy: end.isPending && "Ending...",
      onConfirm: () => end.mutate(input),
    },
    reset_password: {
      title: <>Send a password reset to {name}?</>,
      description: `An email to ${user.email} contains a link that sets a new password within 24 hours.`,
      confirmLabel: "Send email",
      busy: reset.isPending && "Sending...",
      onConfirm: () => reset.mutate(input),
    },
  };
  const action = confirming ?? "suspend";
  return (
    <>
      <Menu
        trigger={
          <IconButton
            size="small"
            label={`Actions for ${user.name}`}
            icon={<Ellipsis aria-hidden className="size-4" />}
          />
        }
        items={[
          { label: "Set quota", onSelect: () => setSettingQuota(true) },
          { label: "Send password reset", onSelect: () => setConfirming("reset_password") },
          ...(isSelf
            ? []
            : [
                { label: "End sessions", onSelect: () => setConfirming("end_sessions") },
                user.suspendedAt
                  ? { label: "Restore account", onSelect: () => restore.mutate(input) }
                  : { label: "Suspend account", danger: true, onSelect: () => setConfirming("suspend") },
                { label: "Delete account", danger: true, onSelect: () => setConfirming("delete") },
              ]),
        ]}
      />
      <AlertDialog
        open={confirming !== null}
        onOpenChange={(open) => !open && setConfirming(null)}
        tone={action === "reset_password" ? "primary" : "danger"}
        {...dialogs[action]}
      />
      {settingQuota !== null && (
        <QuotaDialog user={user} open={settingQuota} onOpenChange={setSettingQuota} />
      )}
    </>
  );
}

interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: string;
  confirmLabel: string;
  busy: string | false;
  onConfirm: () => void;
}
