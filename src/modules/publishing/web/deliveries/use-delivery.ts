import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";

import { useRealtime } from "#core/web/realtime.ts";
import type { Progress } from "#modules/publishing/contract/deliveries.ts";
import { uploadProgress } from "#modules/publishing/realtime-messages.ts";
import { leadingDelivery } from "#modules/publishing/rules/progress.ts";

import { announcements } from "./announcements.ts";
import { progressQuery, showUploadedBytes } from "./queries.ts";
import { addSample, type Sample } from "./speed.ts";

/**
 * Progress of a task's deliveries, and samples of the leading one's speed. Realtime messages report the bytes of an upload;
 * everything else is fetched again when a delivery changes.
 */
export function useDelivery(taskId: number) {
  const queries = useQueryClient();
  const query = progressQuery(taskId);
  const progress = useQuery(query);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useToasts(progress.isFetchedAfterMount ? progress.data : undefined);

  useRealtime(uploadProgress, ({ deliveryId, percent, sentBytes, confirmedBytes, totalBytes }) => {
    const bytes = { percent, sentBytes, confirmedBytes, totalBytes };
    showUploadedBytes(queries, taskId, { deliveryId, ...bytes });
    if (progress.data?.leadingId !== deliveryId) return;
    setSamples((before) => addSample(before, { at: performance.now(), bytes: sentBytes }));
  });
  return { progress, samples };
}

/** Announces what happens to the leading delivery. */
function useToasts(progress: Progress | undefined): void {
  const last = useRef<Progress>(undefined);
  useEffect(() => {
    const before = last.current && leadingDelivery(last.current);
    // Another one leads once it has ended.
    const after = progress?.deliveries.find(({ deliveryId }) => deliveryId === before?.deliveryId);
    last.current = progress;
    if (!before || !after) return;
    const { successes, failure } = announcements(before, after);
    for (const message of successes) toast.success(message);
    if (failure !== null) toast.error(failure);
  }, [progress]);
}
