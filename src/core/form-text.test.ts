import { expect, it } from "vitest";

import { idText, idTextWith } from "./form-text.ts";

it.each([
  ["12", 12],
  [12, 12],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
])("accepts %j", (written, id) => {
  expect(idText.parse(written)).toBe(id);
});

const texts = ["0x1", "1e3", "1.0", "+1", "-1", " 1", "", "0", "٣", "9007199254740992"];

it.each([...texts, 0, 1.5, true, null, ["1"]].map((written) => ({ written })))(
  "rejects $written",
  ({ written }) => {
    const result = idText.safeParse(written);
    const message = "Invalid ID";
    expect(result.error?.issues).toMatchObject([{ message }]);
  },
);

it.each([
  [undefined, "no id"],
  [null, "no id"],
  ["", "no id"],
  ["x", "wrong id"],
  [0, "wrong id"],
  [1.5, "wrong id"],
])("rejects %j with the message for it", (written, message) => {
  expect(idTextWith("wrong id", "no id").safeParse(written).error?.issues).toMatchObject([{ message }]);
});
