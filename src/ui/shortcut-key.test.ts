import { expect, it } from "vitest";

import { shortcutKey } from "./shortcut-key.ts";

it.each([
  ["English", "L", "KeyL", "l"],
  ["Russian", "д", "KeyL", "l"],
  ["Russian with Shift", "Д", "KeyL", "l"],
  ["Greek", "λ", "KeyL", "l"],
  ["Hebrew", "ך", "KeyL", "l"],
  ["Arabic, two letters", "لا", "KeyB", "b"],
  ["Thai, a mark", "่", "KeyJ", "j"],
  ["Korean", "ㅏ", "KeyK", "k"],
  ["Russian, no letter's position", "ж", "Semicolon", "ж"],
  ["AZERTY", "m", "Semicolon", "m"],
  ["AZERTY, a comma", ",", "KeyM", ","],
  ["Dvorak", "n", "KeyL", "n"],
  ["Turkish", "ş", "Semicolon", "ş"],
  ["any", "ArrowLeft", "ArrowLeft", "arrowleft"],
  ["any", " ", "Space", " "],
])("%s: %s at %s is %s", (_layout, key, code, expected) => {
  expect(shortcutKey({ key, code })).toBe(expected);
});
