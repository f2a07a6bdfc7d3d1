import { Download } from "lucide-react";

import { saveFile } from "#core/web/save-file.ts";
import { useAction } from "#core/web/use-change.ts";
import { Button } from "#ui/button.tsx";

interface ExportButtonProps {
  /** Format of the file. */
  label: "CSV" | "PNG";
  make: () => Promise<{ name: string; file: Blob }>;
}

/** Makes a file of the figures that are shown, and saves it. */
export function ExportButton({ label, make }: ExportButtonProps) {
  const save = useAction(async () => {
    const { name, file } = await make();
    saveFile(name, file);
  });
  return (
    <Button variant="quiet" onClick={() => save.mutate()} busy={save.isPending && "Exporting..."}>
      <Download aria-hidden className="size-4" />
      {label}
    </Button>
  );
}
