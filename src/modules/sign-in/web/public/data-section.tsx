import { Download } from "lucide-react";

import { call } from "#core/web/client.ts";
import { saveFile } from "#core/web/save-file.ts";
import { useAction } from "#core/web/use-change.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { Button } from "#ui/button.tsx";

import { SettingsSection } from "./settings-section.tsx";

async function downloadData(): Promise<void> {
  const fallback = "Failed to download data";
  const { data } = await call(accountDeletionEndpoints.downloadData, {}, { fallback });
  const text = JSON.stringify(data, null, 2);
  saveFile("reelay-data.json", new Blob([text], { type: "application/json" }));
}

/** Downloads the user's data as a file. */
export function DataSection() {
  const download = useAction(downloadData);
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
