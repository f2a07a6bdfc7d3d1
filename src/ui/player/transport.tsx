import {
  Captions as CaptionsIcon,
  ChevronDown,
  Maximize,
  Minimize,
  Pause,
  Play,
  Volume2,
  VolumeX,
} from "lucide-react";
import type { CSSProperties } from "react";

import { formatMediaTime } from "#core/time.ts";

import { classNames } from "../class-names.ts";
import { IconButton } from "../icon-button.tsx";
import { Spinner } from "../spinner.tsx";
import { toggleMute, togglePlay } from "./media-commands.ts";
import { useMediaState, useMediaTime, type MediaRef, type SoundRef } from "./media-state.ts";

interface ControlProps {
  mediaRef: MediaRef;
}

const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];
const icon = "size-5";

export function PlayButton({ mediaRef }: ControlProps) {
  const { playing, starting } = useMediaState(mediaRef);
  return (
    <IconButton
      label={playing ? "Pause" : starting ? "Starting..." : "Play"}
      icon={
        starting ? (
          <Spinner className={icon} />
        ) : playing ? (
          <Pause className={classNames(icon, "fill-current")} />
        ) : (
          <Play className={classNames(icon, "fill-current")} />
        )
      }
      className="text-ink!"
      onClick={() => togglePlay(mediaRef)}
    />
  );
}

/** Current time and duration. */
export function MediaClock({ mediaRef }: ControlProps) {
  const { duration } = useMediaState(mediaRef);
  const time = useMediaTime(mediaRef);
  return (
    <span className="numerals text-sm whitespace-nowrap text-soft">
      <span className="text-ink">{formatMediaTime(time)}</span> / {formatMediaTime(duration)}
    </span>
  );
}

/** Mute button and, with a fine pointer, a volume slider. */
export function VolumeControl({ mediaRef }: { mediaRef: SoundRef }) {
  const { volume, muted } = useMediaState(mediaRef);
  const level = muted ? 0 : volume;
  const played: CSSProperties & { "--played": string } = { "--played": `${level * 100}%` };
  const change = (next: number) => {
    const media = mediaRef.current;
    if (!media) return;
    media.volume = next;
    media.muted = next === 0;
  };
  return (
    <span className="flex items-center">
      <IconButton
        label={muted ? "Unmute" : "Mute"}
        icon={level === 0 ? <VolumeX className={icon} /> : <Volume2 className={icon} />}
        onClick={() => toggleMute(mediaRef)}
      />
      <input
        type="range"
        aria-label="Volume"
        min={0}
        max={1}
        step={0.05}
        value={level}
        style={played}
        onChange={(event) => change(event.target.valueAsNumber)}
        className="drawn-range mr-3 hidden h-8 w-20 rounded-xs pointer-fine:sm:block @max-[72rem]/player:mr-1 @max-[72rem]/player:w-14"
      />
    </span>
  );
}

export function SpeedSelect({ mediaRef }: ControlProps) {
  const { rate } = useMediaState(mediaRef);
  const all = speeds.includes(rate) ? speeds : [...speeds, rate].sort((a, b) => a - b);
  return (
    <PlayerSelect
      label="Speed"
      value={String(rate)}
      options={all.map((speed) => ({ value: String(speed), label: `${speed}×` }))}
      onChange={(speed) => {
        if (mediaRef.current) mediaRef.current.playbackRate = Number(speed);
      }}
    />
  );
}

interface PlayerSelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A select in the control bar. */
export function PlayerSelect<Value extends string>(props: PlayerSelectProps<Value>) {
  const { label, value, options, onChange } = props;
  return (
    <span className="relative flex items-center text-soft hover:text-ink">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
        className="numerals drawn-select min-h-10 rounded-sm bg-transparent pr-4.5 pl-1 text-xs max-sm:font-sans text-inherit sm:pr-7 sm:pl-2 sm:text-sm @max-[72rem]/player:pr-4.5 @max-[72rem]/player:pl-1 low:pr-4.5 low:pl-1 low:font-sans low:text-xs enabled-hover:bg-raised pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute right-0.5 size-3.5 sm:right-2 low:right-0.5 @max-[72rem]/player:right-0.5"
      />
    </span>
  );
}

export function CaptionsButton({ shown, onToggle }: { shown: boolean; onToggle?: () => void }) {
  return (
    <IconButton
      label={shown ? "Hide captions" : "Show captions"}
      icon={<CaptionsIcon className={icon} />}
      aria-pressed={shown}
      className="aria-pressed:text-ink"
      onClick={onToggle}
    />
  );
}

export function FullscreenButton({ full, onToggle }: { full: boolean; onToggle: () => void }) {
  return (
    <IconButton
      label={full ? "Exit full screen" : "Full screen"}
      icon={full ? <Minimize className={icon} /> : <Maximize className={icon} />}
      onClick={onToggle}
    />
  );
}
