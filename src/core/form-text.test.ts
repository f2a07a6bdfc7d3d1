import { expect, it } from "vitest";

import { idText } from "./form-text.ts";

it.each([
  ["12", 12],
  [12, 12],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
])("takes %j as an id", (written, id) => {
  expect(idText.parse(written)).toBe(id);
});

const texts = ["0x1", "1e3", "1.0", "+1", "-1", " 1", "", "0", "٣", "9007199254740992"];

it.each([...texts, 0, 1.5, true, null, ["1"]].map((written) => ({ written })))(
  "takes no other writing as one: $written",
  ({ written }) => {
    const refused = idText.safeParse(written);
    const message = "That is no id. It is a whole number from 1 on.";
    expect(refused.error?.issues).toMatchObject([{ message }]);
  },
);
