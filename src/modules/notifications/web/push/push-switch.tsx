import { useState } from "react";
import { toast } from "sonner";

import { missingReason, pushPermission } from "#core/web/secure-context.ts";
import { useAction } from "#core/web/use-change.ts";
import { Button } from "#ui/button.tsx";
import { Switch } from "#ui/switch.tsx";

import { allowPush } from "./push.ts";

const hints: Record<NotificationPermission, string> = {
  default: "Off in this browser.",
  granted: "On in this browser, even when Reelay is closed.",
  denied: "This browser blocks them. Allow notifications for this site in the browser's settings.",
};

interface PushSwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The setting for all browsers of the user; switching it on asks this browser for permission. */
export function PushSwitch({ checked, onChange }: PushSwitchProps) {
  const [permission, setPermission] = useState(pushPermission);
  const allow = useAction(allowPush, {
    errorToast: false,
    onSuccess: setPermission,
    onError: () => toast.error("Push notifications could not be switched on. Try again."),
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Switch
        className="w-full"
        label="Push Notifications"
        hint={checked ? (permission ? hints[permission] : missingReason("push notifications")) : undefined}
        checked={checked}
        onChange={({ target }) => {
          onChange(target.checked);
          if (target.checked && permission === "default") allow.mutate();
        }}
      />
      {checked && permission === "default" && (
        <Button size="small" busy={allow.isPending && "Asking..."} onClick={() => allow.mutate()}>
          Allow in this browser
        </Button>
      )}
    </div>
  );
}
