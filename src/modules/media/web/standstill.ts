/** As long as the server itself waits for a sender from whom nothing comes, in milliseconds. */
const patience = 30_000;
/** Once after a sleep: few connections outlive one, and none says so. */
const shortPatience = 1500;

/** Notices a request whose connection is open but dead, which may take a browser a quarter of an hour. */
export interface Standstill {
  /**
   * Told, when the server has answered, what has left the browser and what the server has, in bytes. True where both
   * have been the same for too long: the server can be reached, but not by this request.
   */
  lasts: (left: number, received: number) => boolean;
  /** Another request begins, with new patience. */
  over: () => void;
  /** The computer has slept: the connection may have died meanwhile. */
  slept: () => void;
}

export function standstillSince(now: () => number): Standstill {
  let stands: { left: number; received: number; since: number } | null = null;
  let hasSlept = false;
  return {
    lasts: (left, received) => {
      if (stands && stands.received !== received) hasSlept = false;
      if (stands?.left !== left || stands.received !== received) stands = { left, received, since: now() };
      return now() - stands.since > (hasSlept ? shortPatience : patience);
    },
    over: () => {
      stands = null;
      hasSlept = false;
    },
    slept: () => {
      stands = null;
      hasSlept = true;
    },
  };
}
