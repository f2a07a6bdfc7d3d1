import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { call } from "#core/web/client.ts";
import { saveFile } from "#core/web/save-file.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";

import { SettingsSection } from "../settings-section.tsx";

/** Downloads the user's data as a file. */
export function DataSection() {
  const download = useMutation({
    mutationFn: async () => {
      const { data } = await call(
        accountDeletionEndpoints.downloadData,
        {},
        { fallback: "Failed to download data" },
      );
      const text = JSON.stringify(data, null, 2);
      saveFile("reelay-data.json", new Blob([text], { type: "application/json" }));
    },
    onError: (error) => showErrorToast(error),
  });
  return (
    <SettingsSection
      title="Your data"
      description="All your data in one JSON file: account, tasks, versions, ratings and notifications. Links to your files in it expire after a few hours."
    >
      <Button busy={download.isPending && "Preparing..."} onClick={() => download.mutate()}>
        <Download aria-hidden className="size-4" />
        Download my data
      </Button>
    </SettingsSection>
  );
}
