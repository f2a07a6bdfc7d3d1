import type { DeliveryProgress, Progress } from "#modules/publishing/contract/deliveries.ts";

/** The progress of a task after a change of one delivery; the leading one is also at the top. */
export function withDelivery(
  progress: Progress,
  deliveryId: string,
  change: Partial<DeliveryProgress>,
): Progress {
  const deliveries = progress.deliveries.map((delivery) =>
    delivery.deliveryId === deliveryId ? { ...delivery, ...change } : delivery,
  );
  return { ...progress, ...(progress.deliveryId === deliveryId && change), deliveries };
}
