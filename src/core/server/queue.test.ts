import { describe, expect, it } from "vitest";

import { createQueue } from "./queue.ts";

/** Work that runs until `finish` is called. */
function manual() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let started = false;
  const work = () => {
    started = true;
    return promise;
  };
  return { work, finish: resolve, isRunning: () => started };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a queue", () => {
  it("runs one piece of work at a time, in the order of arrival", async () => {
    const queue = createQueue({ concurrency: 1, perOwner: 9, total: 9 });
    const works = [manual(), manual(), manual()];
    const results = works.map(({ work }, at) => queue.run(`owner ${at}`, work));
    for (const [at, { finish }] of works.entries()) {
      await settled();
      expect(works.map(({ isRunning }) => isRunning())).toEqual(works.map((_, other) => other <= at));
      finish(`result ${at}`);
    }
    expect(await Promise.all(results)).toEqual(["result 0", "result 1", "result 2"]);
  });

  it("runs urgent work before other work that waits", async () => {
    const queue = createQueue({ concurrency: 1, perOwner: 9, total: 9 });
    const finished: string[] = [];
    const first = manual();
    const results = [
      queue.run("mira", first.work),
      queue.run("mira", async () => finished.push("normal")),
      queue.run("ines", async () => finished.push("urgent"), "urgent"),
    ];
    first.finish("");
    await Promise.all(results);
    expect(finished).toEqual(["urgent", "normal"]);
  });

  it("refuses an owner's third piece of work until one has ended, also by failing", async () => {
    const queue = createQueue({ concurrency: 1, perOwner: 2, total: 9 });
    const [first, second] = [manual(), manual()];
    const failing = queue.run("mira", () => first.work().then(() => Promise.reject(new Error("broken"))));
    const waiting = queue.run("mira", second.work);
    expect(queue.run("mira", manual().work)).toBeNull();
    expect(queue.run("ines", async () => "hers")).not.toBeNull();
    first.finish("");
    await expect(failing).rejects.toThrow("broken");
    expect(queue.run("mira", async () => "third")).not.toBeNull();
    second.finish("second");
    expect(await waiting).toBe("second");
  });

  it("refuses work when it is full", async () => {
    const queue = createQueue({ concurrency: 2, perOwner: 2, total: 3 });
    const works = [manual(), manual(), manual()];
    const results = works.map(({ work }, at) => queue.run(`owner ${at}`, work));
    expect(queue.run("another", async () => "no")).toBeNull();
    for (const { finish } of works) finish("done");
    await Promise.all(results);
    expect(await queue.run("another", async () => "yes")).toBe("yes");
  });
});
