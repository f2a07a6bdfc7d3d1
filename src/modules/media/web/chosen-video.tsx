import { type ReactNode, useEffect, useRef, useState } from "react";

import { classNames } from "#ui/class-names.ts";
import { formatMediaTime } from "#ui/format.ts";
import { Player } from "#ui/player/player.tsx";
import { useObjectUrl } from "#ui/use-object-url.ts";

/** A chosen file in the custom player, with its name, size in MB, duration and type (specification, section 2). */
export function ChosenVideo({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const media = useRef<HTMLVideoElement>(null);
  const [unplayable, setUnplayable] = useState(false);
  useEffect(() => {
    const element = media.current;
    if (!element) return;
    // Of ProRes and HEVC some browsers play the sound and show no picture, without an error.
    const look = () => setUnplayable(element.videoWidth === 0);
    element.addEventListener("loadeddata", look);
    return () => element.removeEventListener("loadeddata", look);
  }, []);
  return (
    <div>
      {unplayable ? (
        <p className="border-l-2 border-edge py-1 pl-4 text-soft">
          This browser can't play the file by itself. That is fine: the server makes it watchable after the
          upload.
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
        <Fact label="Type" value={file.type} />
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

/** Read by a hidden element of its own, so that it is known whether or not the player can show the picture. */
function Duration({ url }: { url: string | undefined }) {
  const [seconds, setSeconds] = useState<number | null>(null);
  return (
    <>
      {seconds === null ? "–" : formatMediaTime(seconds)}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- never seen or heard: it only tells its length. */}
      <video
        hidden
        src={url}
        preload="metadata"
        onLoadedMetadata={({ currentTarget: { duration } }) =>
          setSeconds(Number.isFinite(duration) ? duration : null)
        }
      />
    </>
  );
}
