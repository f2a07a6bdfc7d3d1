import { Download } from "lucide-react";

import { commentSheetPath } from "#core/paths.ts";
import { callForFile } from "#core/web/client.ts";
import { saveFile } from "#core/web/save-file.ts";
import { useAction } from "#core/web/use-change.ts";
import { exportEndpoints } from "#modules/feedback/contract/export.ts";
import { exportFormats, type ExportFormatId } from "#modules/feedback/rules/export-formats.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";

interface ExportMenuProps {
  taskId: number;
  version: number;
  /** Timecode of the first frame; without it, that of the source. */
  start?: string | undefined;
  /** The same one, also where it is that of the source. */
  first: string;
  /** Without the text. */
  compact?: boolean;
}

/** Exports the comments on a version for an editing program, or opens the printable page in a new tab. */
export function ExportMenu({ taskId, version, start, first, compact = false }: ExportMenuProps) {
  const save = async (format: ExportFormatId) => {
    const { name, file } = await callForFile(
      exportEndpoints.exportComments,
      { params: { id: taskId }, query: { version, format, start } },
      { fallback: "The comments can't be exported right now. Try again." },
    );
    saveFile(name, file);
  };
  const download = useAction(save);
  const print = () => {
    const query = new URLSearchParams({ version: String(version), ...(start !== undefined && { start }) });
    window.open(`${commentSheetPath(taskId)}?${query}`, "_blank", "noopener");
  };
  return (
    <Menu
      note={`Starts at ${first}`}
      items={[
        ...exportFormats.map(({ id, program }) => ({ label: program, onSelect: () => download.mutate(id) })),
        { label: "Printable page", onSelect: print },
      ]}
      trigger={
        compact ? (
          <IconButton
            size="small"
            label="Export"
            aria-busy={download.isPending}
            icon={<Download aria-hidden className="size-4.5" strokeWidth={1.75} />}
          />
        ) : (
          <Button size="small" variant="quiet" busy={download.isPending && "Exporting..."}>
            <Download aria-hidden className="size-4" />
            Export
          </Button>
        )
      }
    />
  );
}
