import { day } from "#core/time.ts";

/** A stalled upload gives the space of its missing bytes back after this long. */
export const reservationLifetime = day;
