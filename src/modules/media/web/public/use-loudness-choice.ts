import type { Loudness } from "../playback/loudness-curve.tsx";
import { useStoredChoice } from "../playback/use-stored-choice.ts";
import { type PlayerSetting, playerSetting } from "./player-menu.tsx";

type LoudnessChoice = "hidden" | "shown";

/** The loudness of a video and whether the user has chosen to see it. */
export interface LoudnessDisplay extends Loudness {
  isShown: boolean;
  show: (isShown: boolean) => void;
}

/** Whether the loudness is shown below the timeline, as chosen for all videos in this browser. */
export function useLoudnessChoice(): Pick<LoudnessDisplay, "isShown" | "show"> {
  const [choice, choose] = useStoredChoice<LoudnessChoice>("reelay-loudness", ["hidden", "shown"]);
  return { isShown: choice === "shown", show: (isShown) => choose(isShown ? "shown" : "hidden") };
}

const options = [
  { value: "hidden", label: "Hidden" },
  { value: "shown", label: "Below the timeline" },
] as const;

export function loudnessSetting({ isShown, show }: LoudnessDisplay): PlayerSetting {
  return playerSetting<LoudnessChoice>("Loudness", isShown ? "shown" : "hidden", options, (choice) =>
    show(choice === "shown"),
  );
}
