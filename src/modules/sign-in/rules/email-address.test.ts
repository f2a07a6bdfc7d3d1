import { expect, it } from "vitest";

import { normalizeEmail } from "./email-address.ts";

it.each([
  ["o'brien@example.com", "o'brien@example.com"],
  ["  Mira.Sol+tag@Example.COM ", "mira.sol+tag@example.com"],
  ["a!#$%&*+/=?^_`{|}~-b@sub.example.co.uk", "a!#$%&*+/=?^_`{|}~-b@sub.example.co.uk"],
  ["mira@müller.example", "mira@xn--mller-kva.example"],
  ["mira@MÜLLER.example", "mira@xn--mller-kva.example"],
  ["mira@xn--mller-kva.example", "mira@xn--mller-kva.example"],
  ["mira@XN--MLLER-KVA.EXAMPLE", "mira@xn--mller-kva.example"],
  ["mira@mu\u0308ller.example", "mira@xn--mller-kva.example"],
  ["mira@例え。テスト", "mira@xn--r8jz45g.xn--zckzah"],
  ["mira@ｅｘａｍｐｌｅ．com", "mira@example.com"],
  ["Мира@пример.example", "мира@xn--e1afmkfd.example"],
  ["1@2.io", "1@2.io"],
])("%j is the account %j", (text, normalized) => {
  expect(normalizeEmail(text)).toBe(normalized);
  expect(normalizeEmail(normalized)).toBe(normalized);
});

it.each([
  "x@example..com",
  "x@.example.com",
  "x@example.com.",
  "x@-example.com",
  "x@example-.com",
  "x@example",
  "x@localhost",
  "@example.com",
  "x@",
  "x@@example.com",
  "a@b@example.com",
  "a,b@example.com",
  "a b@example.com",
  '"a"@example.com',
  "<a@example.com>",
  "x@example.com:80",
  "x@example.com/path",
  "x@exa%6dple.com",
  "x@127.0.0.1",
  "x@0x7f.1",
  "x@[::1]",
  "x@exa_mple.com",
  "x@xn--.com",
  "x\u200b@example.com",
  "x@example.com\0",
  `${"a".repeat(65)}@example.com`,
  `x@${"a".repeat(64)}.com`,
  `x@${`${"a".repeat(60)}.`.repeat(4)}example.com`,
])("%j is no email", (text) => {
  expect(normalizeEmail(text)).toBeNull();
});
