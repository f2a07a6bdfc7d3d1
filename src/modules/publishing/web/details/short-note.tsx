import { Smartphone } from "lucide-react";

/** Notice that YouTube makes a Short of the video, with what that changes. */
export function ShortNote() {
  return (
    <div className="mt-6 flex max-w-prose items-start gap-3 border-l-2 pl-4">
      <Smartphone aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-soft" />
      <div>
        <p>
          <strong className="font-semibold">On YouTube this video will be a Short</strong>, because it is
          vertical or square and at most 3 minutes long.
        </p>
        <ul className="mt-1 list-disc space-y-0.5 pl-4 text-sm text-soft">
          <li>If you chose a thumbnail, it is sent once YouTube has processed the video.</li>
          <li>
            Shorts have vertical thumbnails: YouTube recommends 2160 × 3840, and may show only a part of your
            16:9 picture.
          </li>
          <li>Chapters are not shown.</li>
        </ul>
      </div>
    </div>
  );
}
