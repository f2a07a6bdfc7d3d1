import { expect, it } from "vitest";

import { type FirstResponses, firstResponsesId } from "../first-responses.ts";
import { takeFirstResponse } from "./first-responses.ts";
import { deliverOnce, reportMissed } from "./realtime-listeners.ts";

it("responses of the page are used once, until something has changed since", () => {
  const addresses = ["/user", "/preview", "/counts"];
  const page: FirstResponses = {
    marker: 1,
    texts: Object.fromEntries(addresses.map((at) => [at, `of ${at}`])),
  };
  const data = document.createElement("script");
  data.type = "application/json";
  data.id = firstResponsesId;
  data.textContent = JSON.stringify(page);
  document.body.append(data);

  expect(takeFirstResponse("/user")).toBe("of /user");
  expect(takeFirstResponse("/user")).toBeUndefined();
  // A connection that has missed nothing.
  reportMissed([]);
  expect(takeFirstResponse("/preview")).toBe("of /preview");
  deliverOnce({ name: "task_changed", payload: {} });
  expect(takeFirstResponse("/counts")).toBeUndefined();
});
