import { Bookmark } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { toast } from "sonner";

import type { PresetDetails } from "#modules/publishing/rules/presets.ts";
import { Button } from "#ui/button.tsx";

const PresetsDialog = lazy(async () => ({ default: (await import("./presets-dialog.tsx")).PresetsDialog }));

interface PresetsProps {
  /** The details on screen. */
  current: () => PresetDetails;
  onApply: (details: PresetDetails) => void;
}

/** A button for the creator's presets of details. */
export function Presets({ current, onApply }: PresetsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Bookmark aria-hidden className="size-4" />
        Presets
      </Button>
      <Suspense>
        {open && (
          <PresetsDialog
            current={current}
            onApply={({ name, details }) => {
              onApply(details);
              toast.success(`“${name}” applied. Save to keep the details.`);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
