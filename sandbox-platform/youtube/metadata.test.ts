import { describe, expect, it } from "vitest";

import { ApiError } from "./errors.ts";
import { readMetadata, tagsLength, writableParts, type VideoMetadata } from "./metadata.ts";

const newVideo = { parts: writableParts, before: undefined };
const read = (snippet: object, status: object = {}, more: object = {}) =>
  readMetadata({ snippet: { title: "A title", ...snippet }, status, ...more }, newVideo);

function reasonFor(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? error.reason : "another error";
  }
}

const before: VideoMetadata = read(
  { description: "Old", tags: ["one"], categoryId: "26" },
  { privacyStatus: "private", selfDeclaredMadeForKids: true, embeddable: false },
);

describe("the title", () => {
  it("has 1 to 100 UTF-16 units and no angle brackets", () => {
    expect(read({ title: "x".repeat(100) }).snippet.title).toHaveLength(100);
    const wrong = [undefined, 7, "", "   ", "x".repeat(101), "😀".repeat(51), "a < b", "a > b"];
    const reasons = wrong.map((title) => reasonFor(() => read({ title })));
    expect(reasons).toEqual(wrong.map(() => "invalidTitle"));
  });
});

describe("the description", () => {
  it("has at most 5000 bytes of UTF-8, not characters", () => {
    expect(read({ description: "ä".repeat(2500) }).snippet.description).toHaveLength(2500);
    expect(reasonFor(() => read({ description: "ä".repeat(2501) }))).toBe("invalidDescription");
    expect(reasonFor(() => read({ description: "<b>" }))).toBe("invalidDescription");
  });
});

describe("tags", () => {
  it("count commas between them and two quotes around a tag with a space", () => {
    expect(tagsLength(["Foo-Baz"])).toBe(7);
    expect(tagsLength(["Foo Baz"])).toBe(9);
    expect(tagsLength(["a", "b", "c d"])).toBe(9);
  });

  it("have at most 500 characters in total", () => {
    expect(read({ tags: ["x".repeat(500)] }).snippet.tags).toHaveLength(1);
    expect(reasonFor(() => read({ tags: ["x".repeat(250), "y".repeat(250)] }))).toBe("invalidTags");
    expect(reasonFor(() => read({ tags: ["ok", ""] }))).toBe("invalidTags");
    expect(reasonFor(() => read({ tags: "not a list" }))).toBe("invalidTags");
  });
});

describe("the other fields", () => {
  it("accept assignable categories only, 22 by default", () => {
    expect(read({}).snippet.categoryId).toBe("22");
    expect(reasonFor(() => read({ categoryId: "18" }))).toBe("invalidCategoryId");
    expect(reasonFor(() => read({ categoryId: "999" }))).toBe("invalidCategoryId");
  });

  it("accept publishAt only with private, in any offset", () => {
    const publishAt = "2031-05-01T12:00:00+02:00";
    expect(read({}, { privacyStatus: "private", publishAt }).status.publishAt).toBe(
      "2031-05-01T10:00:00.000Z",
    );
    expect(reasonFor(() => read({}, { privacyStatus: "public", publishAt }))).toBe("invalidPublishAt");
    expect(reasonFor(() => read({}, { privacyStatus: "private", publishAt: "tomorrow" }))).toBe(
      "invalidPublishAt",
    );
  });

  it("are public, not made for kids and embeddable by default", () => {
    expect(read({}).status).toMatchObject({
      privacyStatus: "public",
      selfDeclaredMadeForKids: false,
      embeddable: true,
    });
    expect(reasonFor(() => read({}, { privacyStatus: "secret" }))).toBe("invalidVideoMetadata");
    expect(reasonFor(() => read({}, { selfDeclaredMadeForKids: "no" }))).toBe("invalidVideoMetadata");
  });

  it("require a default language for localizations", () => {
    const localizations = { fr: { title: "Un titre", description: "" } };
    expect(reasonFor(() => read({}, {}, { localizations }))).toBe("defaultLanguageNotSet");
    expect(read({ defaultLanguage: "en" }, {}, { localizations }).localizations["fr"]?.title).toBe(
      "Un titre",
    );
  });
});

describe("an update", () => {
  it("replaces every property of a named part and no other part", () => {
    const body = { snippet: { title: "New", categoryId: "22" } };
    const after = readMetadata(body, { parts: ["snippet"], before });
    expect(after.snippet).toMatchObject({ title: "New", description: "", tags: [], categoryId: "22" });
    expect(after.status).toEqual(before.status);

    const reset = readMetadata({ status: { selfDeclaredMadeForKids: true } }, { parts: ["status"], before });
    expect(reset.status).toMatchObject({ privacyStatus: "public", embeddable: true });
    expect(reset.snippet).toEqual(before.snippet);
  });

  it("requires title and category in the snippet, and refuses parts that were not named", () => {
    const update = (body: object, parts: string[]) => reasonFor(() => readMetadata(body, { parts, before }));
    expect(update({ snippet: { title: "New" } }, ["snippet"])).toBe("invalidCategoryId");
    expect(update({ snippet: { categoryId: "22" } }, ["snippet"])).toBe("invalidTitle");
    expect(update({ snippet: { title: "New" }, status: {} }, ["status"])).toBe("unexpectedPart");
  });
});
