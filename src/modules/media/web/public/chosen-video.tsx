import { type ReactNode, useEffect, useRef, useState } from "react";

import { formatMediaTime } from "#core/time.ts";
import { classNames } from "#ui/class-names.ts";
import { Player } from "#ui/player/player.tsx";
import { useObjectUrl } from "#ui/use-object-url.ts";

/** A chosen file in the player, with its name, size in MB, duration and type. `type` is that of its content. */
export function ChosenVideo({ file, type }: { file: File; type: string }) {
  const url = useObjectUrl(file);
  const media = useRef<HTMLVideoElement>(null);
  const [isUnplayable, setUnplayable] = useState(false);
  useEffect(() => {
    const element = media.current;
    if (!element) return;
    // Some browsers play only the sound of ProRes and HEVC, without an error.
    const check = () => setUnplayable(element.videoWidth === 0);
    element.addEventListener("loadeddata", check);
    return () => element.removeEventListener("loadeddata", check);
  }, []);
  return (
    <div>
      {isUnplayable ? (
        <p className="flex min-h-[32dvh] items-center justify-center rounded-sm bg-raised px-6 text-center text-soft">
          This browser can't play the file. You can upload it anyway: the server converts it for playback.
        </p>
      ) : (
        <Player
          mediaRef={media}
          src={url}
          title={file.name}
          onError={() => setUnplayable(true)}
          className="[--player-height:32dvh]"
        />
      )}
      <dl className="mt-3 grid grid-cols-[auto_auto_1fr] gap-x-8 gap-y-2 border-t pt-3 text-sm">
        <Fact label="Name" value={file.name} className="col-span-full" />
        <Fact label="Size" value={`${(file.size / 1_000_000).toFixed(2)} MB`} />
        <Fact label="Duration" value={<Duration url={url} />} />
        <Fact label="Type" value={type} />
      </dl>
    </div>
  );
}

interface FactProps {
  label: string;
  value: ReactNode;
  className?: string;
}

function Fact({ label, value, className }: FactProps) {
  return (
    <div className={classNames("min-w-0", className)}>
      <dt className="text-soft">{label}</dt>
      <dd className="numerals wrap-anywhere">{value}</dd>
    </div>
  );
}

/** Measured by a hidden element, so that it is known even if the player can't display the video. */
function Duration({ url }: { url: string | undefined }) {
  const [seconds, setSeconds] = useState<number | null>(null);
  return (
    <>
      {seconds === null ? "–" : formatMediaTime(seconds)}
      <video
        hidden
        muted
        src={url}
        preload="metadata"
        onLoadedMetadata={({ currentTarget: { duration } }) =>
          setSeconds(Number.isFinite(duration) ? duration : null)
        }
      />
    </>
  );
}
