/** As long as the server itself waits for a sender from whom nothing comes, in milliseconds. */
const patience = 30_000;

/** Notices a request whose connection is open but dead, which may take a browser a quarter of an hour. */
export interface Standstill {
  /**
   * Told, when the server has answered, what has left the browser and what the server has, in bytes. True where both
   * have been the same for too long: the server can be reached, but not by this request.
   */
  lasts: (left: number, received: number) => boolean;
  /** Another request begins, with new patience. */
  over: () => void;
}

export function standstillSince(now: () => number): Standstill {
  let stands: { left: number; received: number; since: number } | null = null;
  return {
    lasts: (left, received) => {
      if (stands?.left !== left || stands.received !== received) stands = { left, received, since: now() };
      return now() - stands.since > patience;
    },
    over: () => void (stands = null),
  };
}
