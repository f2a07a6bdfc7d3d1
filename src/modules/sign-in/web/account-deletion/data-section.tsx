import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { call } from "#core/web/client.ts";
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
      save("reelay-data.json", JSON.stringify(data, null, 2));
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

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the URL after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
