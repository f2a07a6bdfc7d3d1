import { Download } from "lucide-react";

import { callForFile } from "#core/web/client.ts";
import { saveFile } from "#core/web/save-file.ts";
import { useAction } from "#core/web/use-change.ts";
import { type VideoResults, videosEndpoints } from "#modules/analytics/contract/videos.ts";
import { exportName } from "#modules/analytics/rules/file-names.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";

import { drawRetention } from "./retention-picture.tsx";

interface ExportResultsProps {
  results: VideoResults;
  /** Seconds; null while unknown. */
  duration: number | null;
}

type Exported = "days" | "retention" | "picture";

/** Exports the figures as CSV files, and the retention as a picture. */
export function ExportResults({ results, duration }: ExportResultsProps) {
  const { taskId, title, publication, days, retention } = results;
  const download = useAction(
    async (exported: Exported) => {
      if (exported === "picture") {
        if (duration !== null)
          saveFile(
            exportName("png", title, publication.platform, "retention"),
            await drawRetention(results, duration),
          );
        return;
      }
      const { name, file } = await callForFile(
        videosEndpoints.videoResultsFile,
        { params: { taskId }, query: { deliveryId: publication.deliveryId, table: exported } },
        { fallback: "The analytics can't be exported right now. Try again." },
      );
      saveFile(name, file);
    },
    { fallback: "The picture can't be drawn. Try again, or export as CSV." },
  );
  const items: { label: string; what: Exported }[] = [
    ...(days.length > 0 ? [{ label: "Days (CSV)", what: "days" as const }] : []),
    ...(retention ? [{ label: "Retention (CSV)", what: "retention" as const }] : []),
    ...(retention && duration !== null ? [{ label: "Retention (PNG)", what: "picture" as const }] : []),
  ];
  if (items.length === 0) return null;
  return (
    <Menu
      items={items.map(({ label, what }) => ({ label, onSelect: () => download.mutate(what) }))}
      trigger={
        <Button variant="quiet" busy={download.isPending && "Exporting..."}>
          <Download aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Export</span>
        </Button>
      }
    />
  );
}
