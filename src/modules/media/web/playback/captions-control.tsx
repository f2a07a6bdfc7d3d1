import { Captions } from "lucide-react";

import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import { CaptionsButton } from "#ui/player/transport.tsx";

import { captionsOff, type useCaptions } from "../public/use-captions.ts";

/** Shows and hides the captions of a video; with several tracks, a menu of them. Nothing where there are none. */
export function CaptionsControl({ captions }: { captions: ReturnType<typeof useCaptions> }) {
  const { choices, choice, choose, commands } = captions;
  if (!commands) return null;
  if (choices.length === 1) {
    return <CaptionsButton shown={choice !== captionsOff} onToggle={commands.t} />;
  }
  return (
    <Menu
      items={[{ value: captionsOff, label: "Off" }, ...choices].map(({ value, label }) => ({
        label,
        checked: value === choice,
        onSelect: () => choose(value),
      }))}
      trigger={
        <IconButton
          label="Captions"
          icon={<Captions aria-hidden className="size-5" />}
          className={choice === captionsOff ? "" : "text-ink!"}
        />
      }
    />
  );
}
