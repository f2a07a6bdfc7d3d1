import { day, minute } from "#core/time.ts";

/** A moment of the seeding, and the one in the past that the sample data has instead. Milliseconds since the epoch. */
export interface Mark {
  seeded: number;
  past: number;
}

/** The past of some sample data, recorded while it is created. */
export interface Timeline {
  /** Dates the data created from now on: it is this many days older than the seeding, or less. */
  mark: (daysAgo: number) => void;
  /** Runs an action that took the five minutes until this many days before the seeding began. */
  at: <T>(daysAgo: number, act: () => Promise<T>) => Promise<T>;
  /** In the order of both moments. */
  marks: readonly Mark[];
}

/** Creates timelines of a seeding that begins now. */
export function createTimelines(now: () => number = Date.now): () => Timeline {
  const start = now();
  return () => {
    const marks: Mark[] = [];
    const add = (past: number) => {
      if (past < (marks.at(-1)?.past ?? 0)) throw new Error("A timeline of the sample data goes backwards.");
      marks.push({ seeded: now(), past });
    };
    return {
      marks,
      mark: (daysAgo) => add(start - daysAgo * day),
      at: async (daysAgo, act) => {
        add(start - daysAgo * day - 5 * minute);
        const result = await act();
        add(start - daysAgo * day);
        return result;
      },
    };
  };
}
