import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { toast } from "sonner";

import type { DetailsInput } from "#modules/publishing/rules/options.ts";
import type { PresetDetails } from "#modules/publishing/rules/presets.ts";
import { Button } from "#ui/button.tsx";

import { PresetsDialog } from "./presets-dialog.tsx";

/** A button for the creator's presets, which are saved from the surrounding form and applied to it. */
export function Presets() {
  const { getValues, setValue } = useFormContext<DetailsInput>();
  const [open, setOpen] = useState(false);
  const current = (): PresetDetails => {
    const { recordingDate: _, ...options } = getValues("options");
    const [description, tags, madeForKids] = getValues(["description", "tags", "madeForKids"]);
    return { description, tags, madeForKids, options };
  };
  const apply = ({ options, ...texts }: PresetDetails) => {
    const changed = { ...texts, options: { ...options, recordingDate: getValues("options.recordingDate") } };
    for (const [name, value] of Object.entries(changed)) {
      setValue(name as keyof typeof changed, value, { shouldValidate: true, shouldDirty: true });
    }
  };
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
            apply(details);
            toast.success(`“${name}” applied. Save to keep the details.`);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
