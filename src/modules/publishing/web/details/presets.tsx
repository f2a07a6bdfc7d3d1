import { Bookmark } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";

import type { PresetDetails } from "#modules/publishing/rules/presets.ts";
import { Button } from "#ui/button.tsx";

import { PresetsDialog } from "./presets-dialog.tsx";

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
    </>
  );
}
