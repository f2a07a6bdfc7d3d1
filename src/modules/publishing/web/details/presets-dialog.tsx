import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { isBlank } from "#core/written-text.ts";
import { detailsEndpoints, type Preset } from "#modules/publishing/contract/details.ts";
import type { PresetDetails } from "#modules/publishing/rules/presets.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextField } from "#ui/text-field.tsx";

import { presetsQuery } from "./queries.ts";

/** Options of every change of presets. */
const changing = { refetch: [presetsQuery.queryKey], successToast: true };

interface PresetsDialogProps {
  /** The details on screen. */
  current: () => PresetDetails;
  onApply: (preset: Preset) => void;
  onClose: () => void;
}

/** The creator's presets: apply, save the details on screen, rename, delete. */
export function PresetsDialog({ current, onApply, onClose }: PresetsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Presets"
      description="Details that you use often: description, tags, audience and options."
    >
      <PresetList onApply={onApply} />
      <SavePreset current={current} />
    </Dialog>
  );
}

function PresetList({ onApply }: { onApply: (preset: Preset) => void }) {
  const presets = useQuery(presetsQuery).data ?? [];
  if (presets.length === 0) return null;
  return (
    <ul className="mb-6 divide-y border-y">
      {presets.map((preset) => (
        <PresetRow key={preset.id} preset={preset} onApply={() => onApply(preset)} />
      ))}
    </ul>
  );
}

function PresetRow({ preset, onApply }: { preset: Preset; onApply: () => void }) {
  const { id, name } = preset;
  const [renaming, setRenaming] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const renamed = useChange(detailsEndpoints.renamePreset, {
    ...changing,
    onSuccess: () => setRenaming(null),
  });
  const deleted = useChange(detailsEndpoints.deletePreset, {
    ...changing,
    onSuccess: () => setDeleting(false),
  });
  if (renaming !== null) {
    const save = () => renamed.mutate({ params: { presetId: id }, body: { name: renaming } });
    return (
      <li className="flex flex-wrap items-end gap-3 py-3">
        <NameField label={`New name of ${name}`} value={renaming} onChange={setRenaming} onEnter={save} />
        <Button busy={renamed.isPending && "Saving..."} disabled={isBlank(renaming)} onClick={save}>
          Rename
        </Button>
        <Button variant="quiet" onClick={() => setRenaming(null)}>
          Cancel
        </Button>
      </li>
    );
  }
  return (
    <li className="flex min-h-12 items-center gap-2 py-1">
      <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
      <Button size="small" onClick={onApply}>
        Apply<span className="sr-only"> {name}</span>
      </Button>
      <IconButton
        size="small"
        label={`Rename ${name}`}
        icon={<Pencil className="size-4" />}
        onClick={() => setRenaming(name)}
      />
      <IconButton
        size="small"
        label={`Delete ${name}`}
        icon={<Trash2 className="size-4" />}
        onClick={() => setDeleting(true)}
      />
      <AlertDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={`Delete “${name}”?`}
        description="Videos that use it keep their details."
        confirmLabel="Delete preset"
        tone="danger"
        busy={deleted.isPending && "Deleting..."}
        onConfirm={() => deleted.mutate({ params: { presetId: id } })}
      />
    </li>
  );
}

function SavePreset({ current }: Pick<PresetsDialogProps, "current">) {
  const [name, setName] = useState("");
  const presets = useQuery(presetsQuery).data ?? [];
  const replaces = presets.some((preset) => preset.name.toLowerCase() === name.trim().toLowerCase());
  const saved = useChange(detailsEndpoints.savePreset, { ...changing, onSuccess: () => setName("") });
  const save = () => saved.mutate({ body: { name, details: current() } });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <NameField label="Save these details as" value={name} onChange={setName} onEnter={save} />
      <Button variant="primary" busy={saved.isPending && "Saving..."} disabled={isBlank(name)} onClick={save}>
        {replaces ? "Replace preset" : "Save preset"}
      </Button>
    </div>
  );
}

interface NameFieldProps {
  label: string;
  value: string;
  onChange: (name: string) => void;
  onEnter: () => void;
}

function NameField({ label, value, onChange, onEnter }: NameFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      maxLength={60}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isBlank(value)) onEnter();
      }}
      className="min-w-48 flex-1"
    />
  );
}
