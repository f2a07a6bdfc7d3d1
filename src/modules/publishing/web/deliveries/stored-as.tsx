import type { DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";
import { Timecode } from "#ui/timecode.tsx";

/** Where the video of a finished delivery is in its bucket; nothing for other destinations. */
export function StoredAs({ delivery }: { delivery: Pick<DeliveryProgress, "kind" | "videoId" | "stage"> }) {
  const { kind, videoId, stage } = delivery;
  if (kind !== "s3" || videoId === null || stage !== "SUCCESSFULL") return null;
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
