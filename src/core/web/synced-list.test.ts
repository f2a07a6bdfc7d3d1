import { array, assert, asyncProperty, boolean, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";

import {
  createSyncedList,
  latestStates,
  loadChangesSince,
  type Numbered,
  listUnsent,
} from "./synced-list.ts";

interface Note extends Numbered {
  text: string;
}

const note = (id: string, change: number): Note => ({ id, change, text: `${id} at ${change}` });

/** A server whose items are changed, and that numbers the changes. */
function createServer() {
  const items = new Map<string, Note>();
  let change = 0;
  return {
    change: (id: string): Note => {
      change += 1;
      const changed = note(id, change);
      items.set(id, changed);
      return changed;
    },
    latest: () => change,
    items: () => [...items.values()],
    changesAfter: async (after: number, limit: number) => {
      const newer = byChange(items).filter((one) => one.change > after);
      const page = newer.slice(0, limit);
      const more = newer.length > limit;
      return { items: page, change: more ? (page.at(-1)?.change ?? after) : change, more };
    },
  };
}
const byChange = (items: ReadonlyMap<string, Note>) =>
  [...items.values()].toSorted((one, other) => one.change - other.change);

const sorted = (items: readonly Note[]) => items.toSorted((one, other) => one.id.localeCompare(other.id));
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A change of one of five items, and what happens to its message. */
const step = record({
  item: integer({ min: 0, max: 4 }),
  isLost: boolean(),
  isDoubled: boolean(),
  /** After how many later messages it arrives. */
  delay: integer({ min: 0, max: 6 }),
  /** Whether the request for missing changes fails at this time. */
  isOffline: boolean(),
});

it("misses no change, whatever happens to messages and requests", async () => {
  await assert(
    asyncProperty(
      array(step, { maxLength: 40 }),
      integer({ min: 0, max: 40 }),
      integer({ min: 1, max: 3 }),
      async (steps, firstAt, limit) => {
        const server = createServer();
        let isOffline = false;
        const list = createSyncedList<Note>(async (after) => {
          if (isOffline) throw new Error("offline");
          return server.changesAfter(after, limit);
        });
        let page: Note[] | null = null;
        const load = () => {
          page = server.items();
          list.start(server.latest());
        };
        const waiting: { due: number; message: Note }[] = [];
        for (const [at, { item, isLost, isDoubled, delay, isOffline: fails }] of steps.entries()) {
          if (at === firstAt) load();
          isOffline = fails;
          const message = server.change(`note ${item}`);
          if (!isLost) waiting.push({ due: at + delay, message });
          if (!isLost && isDoubled) waiting.push({ due: at + 2 * delay, message });
          for (const arrived of waiting.filter(({ due }) => due === at)) list.receive(arrived.message);
          await settled();
        }
        isOffline = false;
        if (page === null) load();
        for (const late of waiting.filter(({ due }) => due >= steps.length)) list.receive(late.message);
        // The next connection reports that messages may have been missed.
        list.catchUp();
        await settled();
        expect(sorted(latestStates([...(page ?? []), ...list.changed()]))).toEqual(sorted(server.items()));
      },
    ),
    { numRuns: 200 },
  );
});

describe("a synced list", () => {
  function open() {
    const server = createServer();
    const requests: number[] = [];
    const list = createSyncedList<Note>(async (after) => {
      requests.push(after);
      return server.changesAfter(after, 10);
    });
    return { server, requests, list };
  }

  it("requests nothing while messages arrive in order, also doubled", async () => {
    const { server, requests, list } = open();
    list.start(0);
    const [first, second] = [server.change("a"), server.change("b")];
    for (const message of [first, second, second, first]) list.receive(message);
    await settled();
    expect(requests).toEqual([]);
    expect(list.changed()).toEqual([first, second]);
  });

  it("requests what is missing before a message, and shows the message at once", async () => {
    const { server, requests, list } = open();
    list.start(0);
    const lost = server.change("a");
    const received = server.change("b");
    list.receive(received);
    expect(list.changed()).toEqual([received]);
    await settled();
    expect(requests).toEqual([0]);
    expect(list.changed()).toEqual([received, lost]);
  });

  it("requests what was reported while the first page was loading, and otherwise nothing", async () => {
    const { server, requests, list } = open();
    list.receive(server.change("a"));
    list.start(0);
    await settled();
    expect(requests).toEqual([0]);
    const reported = open();
    reported.list.catchUp();
    reported.list.start(3);
    await settled();
    expect(reported.requests).toEqual([3]);
    const other = open();
    other.list.start(0);
    await settled();
    expect(other.requests).toEqual([]);
  });

  it("requests once for reports that come together, and nothing up to a known change", async () => {
    const { server, requests, list } = open();
    list.start(0);
    server.change("a");
    for (let times = 0; times < 3; times += 1) list.catchUp(1);
    await settled();
    list.catchUp(1);
    await settled();
    expect(requests.length).toBeLessThanOrEqual(2);
    expect(list.changed()).toHaveLength(1);
  });

  it("shows an expected state until the server's arrives, and the one before if the server refuses it", () => {
    const { server, list } = open();
    list.start(0);
    const before = server.change("a");
    list.receive(before);
    list.store({ ...before, text: "expected" });
    expect(list.changed()).toEqual([{ ...before, text: "expected" }]);
    list.store(before);
    expect(list.changed()).toEqual([before]);
  });

  it("leaves out what it does not keep, and counts it", async () => {
    const server = createServer();
    const requests: number[] = [];
    const list = createSyncedList<Note>(
      async (after) => {
        requests.push(after);
        return server.changesAfter(after, 10);
      },
      ({ id }) => id !== "other",
    );
    list.start(0);
    list.receive(server.change("other"));
    const kept = server.change("a");
    list.receive(kept);
    await settled();
    expect(list.changed()).toEqual([kept]);
    expect(requests).toEqual([]);
  });
});

it("changes are loaded in pages, until none follows", async () => {
  const server = createServer();
  for (const id of ["a", "b", "c"]) server.change(id);
  const stored: number[] = [];
  const change = await loadChangesSince(
    0,
    (after) => server.changesAfter(after, 2),
    (items) => stored.push(items.length),
  );
  expect([change, stored]).toEqual([3, [2, 1]]);
});

it("of each item, the latest state counts, at the first place", () => {
  const [old, edited, other] = [note("a", 1), note("a", 3), note("b", 2)];
  expect(latestStates([old, other, edited, old])).toEqual([edited, other]);
});

it("what the list has is not unsent", () => {
  expect(listUnsent([{ id: "a" }, { id: "b" }], [note("b", 1)])).toEqual([{ id: "a" }]);
});
