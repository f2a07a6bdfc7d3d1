import type { DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { Timecode } from "#ui/timecode.tsx";

/** The name of the stored video of a finished delivery; nothing where videos have a page. */
export function StoredVideoName({
  delivery,
}: {
  delivery: Pick<DeliveryProgress, "kind" | "videoId" | "stage">;
}) {
  const { kind, videoId, stage } = delivery;
  if (descriptors[kind].has.watchPage || videoId === null || stage !== "SUCCESSFULL") return null;
  return (
    <p className="mt-1 text-sm text-soft">
      Stored as{" "}
      <Timecode tone="ink" className="wrap-anywhere">
        {videoId}
      </Timecode>
      , with its details, thumbnail and captions beside it.
    </p>
  );
}
