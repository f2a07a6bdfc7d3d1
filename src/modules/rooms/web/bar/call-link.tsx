import { Phone } from "lucide-react";
import { useId, useState } from "react";

import type { RoomCommand } from "#modules/rooms/contract/rooms.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";

interface JoinCallProps {
  url: string;
  className: string;
}

/** Opens the team's call in another tab. */
export function JoinCall({ url, className }: JoinCallProps) {
  return (
    <a href={url} target="_blank" rel="noreferrer" title={url} className={className}>
      <Phone aria-hidden className="size-4" strokeWidth={1.75} />
      Join call
    </a>
  );
}

interface CallFieldProps {
  url: string | null;
  onSave: (command: RoomCommand) => void;
}

/** Sets or removes the address of the team's call. */
export function CallField({ url, onSave }: CallFieldProps) {
  const [text, setText] = useState(url ?? "");
  const [error, setError] = useState<string>();
  const form = useId();
  const save = () => {
    const next = text.trim();
    if (next !== "" && !isWebAddress(next)) {
      setError("Enter an address that begins with https://");
      return;
    }
    onSave({ kind: "call", url: next === "" ? null : next });
  };
  return (
    <form
      id={form}
      noValidate
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label="Link to your call"
        optional
        type="url"
        placeholder="https://"
        maxLength={500}
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
        className="min-w-0 flex-1"
      />
      <Button type="submit" disabled={text.trim() === (url ?? "")}>
        Save
      </Button>
    </form>
  );
}

/** Whether a text is the address of a page that browsers open over HTTPS. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === "https:";
}
