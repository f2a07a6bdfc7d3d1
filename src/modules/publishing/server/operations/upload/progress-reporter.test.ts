import { describe, expect, it } from "vitest";

import type { Run } from "#core/server/context.ts";

import { createProgressReporter } from "./progress-reporter.ts";

function setUp() {
  const notified: unknown[] = [];
  let transactions = 0;
  const run: Run = async () => {
    transactions += 1;
    throw new Error("no database in this test");
  };
  const silent = () => undefined;
  const reporter = createProgressReporter(
    {
      run,
      read: () => Promise.resolve(null as never),
      notifyClients: (userIds, { name }, payload) => notified.push({ userIds, name, payload }),
      log: { info: silent, warn: silent },
    },
    {
      id: "0198a000-0000-7000-8000-000000000000",
      taskId: 7,
      bytes: 200,
      people: async () => [1, 2],
      reached: { sentBytes: 20, confirmedBytes: 20 },
      onEnded: () => undefined,
    },
  );
  return { reporter, notified, transactions: () => transactions };
}

describe("the progress reporter", () => {
  it("notifies clients of sent and confirmed bytes", async () => {
    const { reporter, notified } = setUp();
    reporter.sent(50);
    await reporter.close();
    expect(notified).toEqual([
      {
        userIds: [1, 2],
        name: "upload_progress",
        payload: {
          deliveryId: "0198a000-0000-7000-8000-000000000000",
          taskId: 7,
          percent: 25,
          sentBytes: 50,
          confirmedBytes: 20,
          totalBytes: 200,
        },
      },
    ]);
  });

  it("reports the last value when closed", async () => {
    const { reporter, notified } = setUp();
    for (const bytes of [10, 20, 30]) reporter.sent(bytes);
    await reporter.close();
    expect(notified).toMatchObject([{ payload: { sentBytes: 10 } }, { payload: { sentBytes: 30 } }]);
  });

  it("stores sent bytes, which a reload shows before the platform confirms them", async () => {
    const { reporter, transactions } = setUp();
    reporter.sent(50);
    await reporter.close();
    expect(transactions()).toBe(1);
  });
});
