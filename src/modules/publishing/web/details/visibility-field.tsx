import { useState } from "react";

import type { Visibility } from "#modules/publishing/rules/progress.ts";
import { formatDeadline } from "#ui/format.ts";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";

/** Visibility of the video and its scheduled time. `time` is in the user's time zone, as of an `<input type=datetime-local>`. */
export interface ChosenVisibility {
  choice: Visibility | "scheduled";
  time: string;
}

const choices: { value: ChosenVisibility["choice"]; label: string; description: string }[] = [
  { value: "public", label: "Public", description: "Anyone can find and watch it." },
  { value: "unlisted", label: "Unlisted", description: "Anyone with the link can watch it." },
  { value: "private", label: "Private", description: "Only people who manage the channel can watch it." },
  {
    value: "scheduled",
    label: "Scheduled",
    description: "Private until a time that you choose, then public.",
  },
];

interface VisibilityFieldProps {
  value: ChosenVisibility;
  onChange: (value: ChosenVisibility) => void;
  /** Whether the video can be scheduled. */
  schedulable: boolean;
  /** Error of the time. */
  error?: string | undefined;
}

/** The choice of the visibility, with the time of a scheduled video. */
export function VisibilityField({ value, onChange, schedulable, error }: VisibilityFieldProps) {
  const { choice, time } = value;
  return (
    <div className="flex flex-col gap-6">
      <RadioCards
        label="Visibility"
        options={choices.filter((option) => schedulable || option.value !== "scheduled")}
        value={choice}
        onChange={(event) => onChange({ ...value, choice: event.target.value as ChosenVisibility["choice"] })}
      />
      {choice === "scheduled" && (
        <TextField
          type="datetime-local"
          label="Public from"
          hint={<ScheduleHint time={time} />}
          value={time}
          onChange={(event) => onChange({ ...value, time: event.target.value })}
          error={error}
          className="sm:max-w-96"
        />
      )}
    </div>
  );
}

/** The choice for a visibility of the API. */
export function visibilityChoice(visibility: Visibility, publishAt: string | null): ChosenVisibility {
  if (publishAt === null) return { choice: visibility, time: "" };
  const at = new Date(publishAt);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return { choice: "scheduled", time: local.toISOString().slice(0, "2026-11-23T10:00".length) };
}

/** Whether the time of a scheduled video is missing. */
export function isTimeMissing({ choice, time }: ChosenVisibility): boolean {
  return choice === "scheduled" && time === "";
}

/** The visibility as the API takes it. */
export function chosenVisibility({ choice, time }: ChosenVisibility) {
  if (choice !== "scheduled") return { visibility: choice };
  return { visibility: "public" as const, publishAt: new Date(time).toISOString() };
}

/** The user's time zone, and the chosen time in UTC. */
function ScheduleHint({ time }: { time: string }) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const [now] = useState(() => new Date());
  const at = new Date(time);
  const offset = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "shortOffset" })
    .formatToParts(Number.isNaN(at.getTime()) ? now : at)
    .find(({ type }) => type === "timeZoneName");
  return (
    <>
      At least 15 minutes from now, in your time zone: {timeZone.replaceAll("_", " ")} ({offset?.value})
      {!Number.isNaN(at.getTime()) && `. That is ${formatDeadline(at, { timeZone: "UTC" })} UTC.`}
    </>
  );
}
