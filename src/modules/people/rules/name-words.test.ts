import { describe, expect, it } from "vitest";

import { correctedPrefixes, searchKey, typoLookupKeys, typoKeys, wordsOfName } from "./name-words.ts";

/** The corrections of a query, given all existing words. */
function corrections(text: string, words: readonly string[]): string[] {
  const keys = new Set(typoLookupKeys(text));
  return correctedPrefixes(
    text,
    words.filter((word) => typoKeys(word).some((key) => keys.has(key))),
  );
}

describe("the words of a name", () => {
  it("are separated by spaces, dots, underscores and hyphens", () => {
    expect(searchKey("Ingeborg.HANSDOTTIR-2_x")).toBe("ingeborg hansdottir 2 x");
    expect(wordsOfName("ingeborg.hansdottir-2")).toEqual(["ingeborg", "hansdottir"]);
    expect(wordsOfName("anna anna anna bergström")).toEqual(["anna"]);
    expect(wordsOfName("李")).toEqual([]);
  });
});

describe("a query with one typo", () => {
  it.each([
    ["two letters swapped", "marlnee", "marlene"],
    ["a wrong letter", "oleandar", "oleander"],
    ["a letter missing", "hansdotir", "hansdottir"],
    ["a letter too many", "marlenee", "marlene"],
    ["the first letter missing", "ansdottir", "hansdottir"],
    ["a wrong first letter", "jansdottir", "hansdottir"],
    ["one letter too many in a short word", "annna", "anna"],
    ["another script", "кузнцеов", "кузнецов"],
    ["letters outside the first plane", "𠮷𠮷田中太", "𠮷田中太郎"],
  ])("is corrected to the intended word: %s", (_, typed, word) => {
    expect(corrections(typed, [word, "unrelated", "другие"]).map((start) => word.startsWith(start))).toEqual([
      true,
    ]);
  });

  it("matches an incomplete word", () => {
    expect(corrections("hansxo", ["hansdottir"])).toEqual(["hansdo"]);
    expect(corrections("chrisit", ["christiansen"])).toEqual(["christi"]);
  });

  it("keeps the rest of the query", () => {
    expect(corrections("ingebrog hansd", ["ingeborg", "hansdottir"])).toEqual(["ingeborg hansd"]);
    expect(corrections("ingeborg hansdotitr", ["ingeborg", "hansdottir"])).toEqual(["ingeborg hansdottir"]);
    expect(corrections("ingebor hansd", ["ingeborg", "ingeborga"])).toEqual(["ingeborg hansd"]);
  });

  it.each([
    ["two typos", "mralnee", "marlene"],
    ["too short a word", "marl", "mark"],
    ["the word itself", "marlene", "marlene"],
    ["the beginning of the word", "marle", "marlene"],
    ["an unfinished word before another", "ingeb hansd", "ingeborg"],
  ])("isn't corrected without a single typo: %s", (_, typed, word) => {
    expect(corrections(typed, [word])).toEqual([]);
  });

  it("is corrected to complete words first, and to a limited number of words", () => {
    expect(corrections("marlane", ["marlenescu", "marlene"])).toEqual(["marlene"]);
    const many = Array.from({ length: 26 }, (_, at) => `marl${String.fromCharCode(97 + at)}ne`);
    expect(corrections("marl7ne", many)).toHaveLength(8);
  });
});
