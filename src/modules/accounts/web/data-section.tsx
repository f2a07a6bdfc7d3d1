import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { Button } from "#ui/button.tsx";

import { accountDeletionEndpoints } from "../contract/leaving.ts";
import { SettingsSection } from "./settings-section.tsx";

/** Everything that is kept of oneself, as a file. */
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
    onError: (error) => toast.error(error.message),
  });
  return (
    <SettingsSection
      title="Your data"
      description="Everything that is kept of you, in one JSON file: account, tasks, versions, ratings, notifications. The addresses of your files in it work for some hours."
    >
      <Button busy={download.isPending && "Collecting..."} onClick={() => download.mutate()}>
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
  // Some browsers begin to read the address only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
