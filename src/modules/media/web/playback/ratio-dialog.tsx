import { useState } from "react";

import { parseRatio, ratioLabel } from "#modules/media/rules/guides.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

interface RatioDialogProps {
  /** The one at first; null for none. */
  ratio: number | null;
  onChoose: (ratio: number) => void;
  onClose: () => void;
}

/** Asks for the ratio of a mask. */
export function RatioDialog({ ratio, onChoose, onClose }: RatioDialogProps) {
  const [text, setText] = useState(ratio === null ? "" : ratioLabel(ratio));
  const [error, setError] = useState<string>();
  const submit = async () => {
    const chosen = parseRatio(text);
    if (chosen === null) return setError("Enter a ratio between 1:5 and 5:1, such as 4:3 or 1.85.");
    onChoose(chosen);
    onClose();
  };
  return (
    <FormDialog
      title="Mask ratio"
      description="The mask darkens what is outside of this ratio."
      submitLabel="Show mask"
      busy={false}
      onClose={onClose}
      onSubmit={async (event) => {
        event.preventDefault();
        await submit();
      }}
    >
      <TextField
        label="Width to height"
        hint="Such as 4:3 or 1.85"
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
