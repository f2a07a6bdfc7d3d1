import { useEffect, useEffectEvent, useState } from "react";

import type { Playback } from "#modules/media/contract/videos.ts";
import { Button } from "#ui/button.tsx";
import { formatPercent } from "#ui/format.ts";

interface ConversionOfferProps {
  conversion: Playback["conversion"];
  /** Requests the conversion, and shows why it could not. */
  onConvert: () => Promise<unknown>;
}

/** In place of a video that this browser can't play: requests a rendition, and shows how far it is or why there is none. */
export function ConversionOffer({ conversion, onConvert }: ConversionOfferProps) {
  const [isPending, setPending] = useState(false);
  const request = () => {
    setPending(true);
    onConvert()
      .catch(() => undefined)
      .finally(() => setPending(false));
  };
  if (conversion?.state === "requested") {
    return (
      <p className="numerals">
        Converting {formatPercent(conversion.share * 100)}. The video plays here when it is done.
      </p>
    );
  }
  return (
    <>
      {conversion && <p className="max-w-md">{conversion.message}</p>}
      <Button variant="primary" busy={isPending && "Requesting..."} onClick={request}>
        Convert this video
      </Button>
    </>
  );
}

/** State of a conversion that another viewer may have requested, shown in the timeline. */
export function ConversionNote({ conversion }: { conversion: NonNullable<Playback["conversion"]> }) {
  return (
    <p className="numerals pointer-events-none absolute top-1 left-1 rounded-xs bg-panel px-1 text-xs text-soft low:top-0.5">
      {conversion.state === "requested"
        ? `Converting ${formatPercent(conversion.share * 100)}`
        : conversion.message}
    </p>
  );
}

/** Interval at which the state of a conversion is requested where no realtime message arrives, in milliseconds. */
const refreshEvery = 4000;

/** Refetches the playback while a conversion is in progress: guests get no realtime messages about it. */
export function useConversionProgress(conversion: Playback["conversion"], onRefresh: () => void): void {
  const refresh = useEffectEvent(onRefresh);
  const isConverting = conversion?.state === "requested";
  useEffect(() => {
    if (!isConverting) return;
    const timer = setInterval(() => refresh(), refreshEvery);
    return () => clearInterval(timer);
  }, [isConverting]);
}
