import { describe, expect, it } from "vitest";

import type { ReportedFinding, Statement } from "#modules/checks/contract/checks.ts";

import { exportedFinding } from "./findings.ts";

const checkedAt = new Date("2026-11-22T10:00:00Z");
const finding: ReportedFinding = {
  key: "black-1-1",
  kind: "black",
  label: "Black picture",
  part: "picture",
  range: { from: 10, to: 30 },
  text: "The picture is black at 0:00 for 0.8 seconds.",
  values: {},
  state: "open",
  explanation: null,
  acceptance: null,
};

function statement(name: string, text: string): Statement {
  const by = { id: 1, name, role: "EDITOR", profileImgUrl: "" } as const;
  return { by, at: "2026-11-22T11:00:00.000Z", version: 1, text };
}

describe("a finding in exports", () => {
  it("is on its frames, by the technical check, when it was found", () => {
    expect(exportedFinding(finding, checkedAt)).toEqual({
      inFrame: 10,
      outFrame: 30,
      author: "Technical check",
      text: "Black picture: The picture is black at 0:00 for 0.8 seconds.",
      hasDrawing: false,
      images: 0,
      replies: [],
      resolved: false,
      done: null,
      createdAt: checkedAt,
      isFinding: true,
    });
  });

  it("about the whole video is on its first frame", () => {
    expect(exportedFinding({ ...finding, range: null }, checkedAt)).toMatchObject({
      inFrame: 0,
      outFrame: 0,
    });
  });

  it("has the explanation and the acceptance as replies, in this order, and is resolved by the acceptance only", () => {
    const explained = { ...finding, explanation: statement("anika", "The film ends here.") };
    const reply = { author: "anika", text: "The film ends here.", images: 0 };
    expect(exportedFinding(explained, checkedAt)).toMatchObject({ replies: [reply], resolved: false });
    const accepted = { ...explained, acceptance: statement("meera", "Fine.") };
    const answer = { author: "meera", text: "Fine.", images: 0 };
    expect(exportedFinding(accepted, checkedAt)).toMatchObject({ replies: [reply, answer], resolved: true });
  });

  it("has no reply for an acceptance without words", () => {
    const accepted = { ...finding, acceptance: statement("meera", "") };
    expect(exportedFinding(accepted, checkedAt)).toMatchObject({ replies: [], resolved: true });
  });
});
