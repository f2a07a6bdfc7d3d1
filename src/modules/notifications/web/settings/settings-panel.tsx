import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import type { NotificationKind } from "#modules/notifications/contract/inbox.ts";
import {
  type EmailFrequency,
  emailFrequencies,
  type NotificationSettings,
  notificationSettingsEndpoints,
} from "#modules/notifications/contract/settings.ts";
import { ConfirmEmail } from "#modules/sign-in/web/public/confirm-email.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Switch } from "#ui/switch.tsx";

import { PushSwitch } from "../push/push-switch.tsx";
import { settingsQuery, storeSettings } from "../queries.ts";
import { KindChoices } from "./kind-choices.tsx";

/** The user's notification settings. */
export function SettingsPanel() {
  const heading = useId();
  const settings = useQuery(settingsQuery);
  return (
    <section aria-labelledby={heading} id="settings" className="scroll-mt-4">
      <h2 id={heading} className="mb-4 font-heading text-xl">
        Settings
      </h2>
      {settings.data ? (
        <>
          {settings.data.email && settings.data.emailAvailable && !settings.data.emailConfirmed && (
            <div className="mb-6 rounded-sm border border-edge p-4">
              <p>Notification emails start once you confirm your email address.</p>
              <ConfirmEmail onConfirmed={() => void settings.refetch()} />
            </div>
          )}
          <SettingsForm
            saved={settings.data}
            emailAvailable={settings.data.emailAvailable}
            kinds={settings.data.kinds}
          />
        </>
      ) : settings.error ? (
        <ErrorState
          message={settings.error.message}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      ) : (
        <LoadingSettings />
      )}
    </section>
  );
}

const frequencyLabels: Record<EmailFrequency, string> = {
  immediately: "Immediately",
  hourly: "Hourly digest",
};

interface SettingsFormProps {
  saved: NotificationSettings;
  emailAvailable: boolean;
  kinds: readonly NotificationKind[];
}

function SettingsForm({ saved, emailAvailable, kinds }: SettingsFormProps) {
  const queries = useQueryClient();
  const [changes, setChanges] = useState<Partial<NotificationSettings>>({});
  const { push, email, emailFrequency, pushOff, emailOff } = { ...saved, ...changes };
  const change = (next: Partial<NotificationSettings>) => setChanges((before) => ({ ...before, ...next }));
  const save = useChange(notificationSettingsEndpoints.saveSettings, {
    fallback: "Failed to save your settings. Please try again.",
    successToast: true,
    onSuccess: ({ data }) => {
      storeSettings(queries, data);
      setChanges({});
    },
  });
  return (
    <form
      aria-label="Notification settings"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: { push, email, emailFrequency, pushOff, emailOff } });
      }}
    >
      <PushSwitch checked={push} onChange={(checked) => change({ push: checked })} />
      <Switch
        label="Email Notifications"
        hint={emailAvailable ? undefined : "This server sends no email."}
        checked={email}
        onChange={({ target }) => change({ email: target.checked })}
      />
      <SelectField
        label="Email frequency"
        options={emailFrequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
        value={emailFrequency}
        disabled={!email}
        onChange={({ target }) => {
          const chosen = emailFrequencies.find((value) => value === target.value);
          if (chosen) change({ emailFrequency: chosen });
        }}
      />
      <KindChoices
        kinds={kinds}
        channels={[
          { label: "Push", enabled: push, off: pushOff, onChange: (off) => change({ pushOff: off }) },
          { label: "Email", enabled: email, off: emailOff, onChange: (off) => change({ emailOff: off }) },
        ]}
      />
      <Button type="submit" variant="primary" busy={save.isPending && "Saving..."}>
        Save Changes
      </Button>
    </form>
  );
}

function LoadingSettings() {
  return (
    <SkeletonGroup label="Loading your notification settings">
      <span className="flex flex-col gap-4">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-8 w-full" />
        ))}
      </span>
    </SkeletonGroup>
  );
}
