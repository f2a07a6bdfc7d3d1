import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";

import { createReload, reloadQueries } from "./reload-queries.ts";

/** A query on screen whose responses are given by the test. */
function openQuery(queryKey: readonly unknown[]) {
  const client = new QueryClient();
  const responses: ((data: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((respond) => responses.push(respond)),
  });
  observer.subscribe(() => undefined);
  return {
    client,
    respond: (index: number, data: string) => responses[index]?.(data),
    requests: () => responses.length,
    data: () => observer.getCurrentResult().data,
  };
}

it("a change during the first load is shown, although the first response is older", async () => {
  const { client, respond, requests, data } = openQuery(["task", 3]);
  void reloadQueries(client, [["task"]]);
  respond(0, "before");
  await expect.poll(requests).toBe(2);
  respond(1, "after");
  await expect.poll(data).toBe("after");
  expect(requests()).toBe(2);
});

it("a change during a later load starts that load again", async () => {
  const { client, respond, requests, data } = openQuery(["task", 3]);
  respond(0, "first");
  await expect.poll(data).toBe("first");
  void reloadQueries(client, [["task"]]);
  void reloadQueries(client, [["task"]]);
  expect(requests()).toBe(3);
  respond(2, "after");
  await expect.poll(data).toBe("after");
});

it("keys that are invalidated at once reload each query once", async () => {
  const { client, respond, requests, data } = openQuery(["task", 3]);
  respond(0, "first");
  await expect.poll(data).toBe("first");
  const reload = createReload(client);
  reload([["task", 3], ["person"]]);
  reload([["task"]]);
  await expect.poll(requests).toBe(2);
  respond(1, "after");
  await expect.poll(data).toBe("after");
  expect(requests()).toBe(2);
});

it("other queries are left alone", async () => {
  const { client, respond, requests, data } = openQuery(["task", 3]);
  void reloadQueries(client, [["person"]]);
  respond(0, "first");
  await expect.poll(data).toBe("first");
  expect(requests()).toBe(1);
});
