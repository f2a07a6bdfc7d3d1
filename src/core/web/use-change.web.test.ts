import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { createElement, useEffect } from "react";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { z } from "zod";

import { queryClient } from "#app/web/query-client.ts";
import { endpoint } from "#core/endpoint.ts";
import { AppError } from "#core/error.ts";
import { defineRealtimeMessage } from "#core/event.ts";
import { type Screen, startScreen } from "#testing/web/open-screen.tsx";
import { Toaster } from "#ui/toaster.tsx";

import { call } from "./client.ts";
import { listenRealtime, onMissed } from "./realtime-listeners.ts";
import { useChange } from "./use-change.ts";

const names = endpoint({
  method: "GET",
  path: "/names",
  permission: "anyone",
  summary: "Names",
  response: z.array(z.string()),
  message: "Names",
});
const addName = endpoint({
  method: "POST",
  path: "/names",
  permission: "anyone",
  summary: "Add a name",
  body: z.object({ name: z.string() }),
  response: z.array(z.string()),
  message: "The name was added.",
});
const namesChanged = defineRealtimeMessage("names_changed", z.object({ count: z.number() }));
const namesQuery = {
  queryKey: ["names"],
  queryFn: async () => (await call(names, {})).data,
};

/** A list of names and a form that adds one. */
function Names() {
  const { data } = useQuery(namesQuery);
  const form = useForm({ defaultValues: { name: "" } });
  const add = useChange(addName, { form, refetch: [namesQuery.queryKey], successToast: true });
  const { name } = form.formState.errors;
  useEffect(() => void form.register("name"), [form]);
  return createElement(
    "main",
    {},
    createElement("p", {}, data?.join(", ")),
    createElement("p", { role: "alert" }, name?.message),
    createElement(
      "button",
      { onClick: () => add.mutate({ body: { name: "Mira" } }) },
      add.isPending ? "Adding" : "Add",
    ),
    createElement(Toaster),
  );
}

async function showNames(): Promise<Screen> {
  const screen = await startScreen(null);
  screen.api.on(names, () => ["Anika"]);
  screen.show(createElement(QueryClientProvider, { client: queryClient }, createElement(Names)));
  await expect.element(page.getByText("Anika")).toBeVisible();
  return screen;
}
const add = page.getByRole("button", { name: "Add" });

test("after a change, its message is delivered, its toast shown and its queries are refetched", async () => {
  const { api } = await showNames();
  const received: unknown[] = [];
  const unsubscribe = listenRealtime(namesChanged, (payload) => received.push(payload));
  api.on(addName, () => {
    api.notify(namesChanged, { count: 2 });
    api.on(names, () => ["Anika", "Mira"]);
    return ["Anika", "Mira"];
  });
  await add.click();
  await expect.element(page.getByText("The name was added.")).toBeVisible();
  await expect.element(page.getByText("Anika, Mira")).toBeVisible();
  expect(received).toEqual([{ count: 2 }]);
  unsubscribe();
});

test("an issue of a field is shown there, any other error in a toast", async () => {
  const { api } = await showNames();
  const refuse = (issues?: { path: string; message: string }[]) =>
    api.on(addName, () => {
      throw new AppError({ code: "refused", status: 422, message: "Refused.", ...(issues && { issues }) });
    });
  refuse([{ path: "name", message: "This name is too short." }]);
  await add.click();
  await expect.element(page.getByText("This name is too short.")).toBeVisible();
  expect(page.getByText("Refused.").elements()).toEqual([]);
  refuse([{ path: "other", message: "Not in this form." }]);
  await add.click();
  await expect.element(page.getByText("Refused.")).toBeVisible();
});

test("a change that contradicts what the page shows makes it catch up, and no other error does", async () => {
  const { api } = await showNames();
  let times = 0;
  const unsubscribe = onMissed(() => {
    times += 1;
  });
  for (const [status, expected] of [
    [422, 0],
    [409, 1],
    [404, 2],
  ] as const) {
    api.on(addName, () => {
      throw new AppError({ code: "refused", status, message: `Refused with ${status}.` });
    });
    await add.click();
    await expect.element(page.getByText(`Refused with ${status}.`)).toBeVisible();
    expect(times).toBe(expected);
  }
  unsubscribe();
});
