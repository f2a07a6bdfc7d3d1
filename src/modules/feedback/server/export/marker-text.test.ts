import { XmlDocument } from "libxml2-wasm";
import { describe, expect, it } from "vitest";

import { exportFileName, exportFormats } from "#modules/feedback/rules/export-formats.ts";

import { toAvidMarkers } from "./avid.ts";
import { toCsv } from "./csv.ts";
import { toFinalCutXml } from "./final-cut.ts";
import { toOpenTimelineIo } from "./opentimelineio.ts";
import { toPremiereXml } from "./premiere.ts";
import { toResolveEdl } from "./resolve.ts";
import { comment, commentExport } from "./sample-export.ts";

const hostile = `<b>"Tom" & 'Jerry'</b>\t|M:x |D:9\u0000\u{d800}\r\n=cmd()\u2028👩🏽‍🚀 שלום`;
const input = commentExport({
  title: 'Rain & "Sun" <1>',
  comments: [
    comment({ inFrame: 10, text: hostile, author: "Me\tera" }),
    comment({ inFrame: 10, outFrame: 12, author: "Jonas", text: "Louder.", hasDrawing: true, images: 2 }),
    comment({
      inFrame: 20,
      resolved: true,
      done: { version: 3, note: "Cut." },
      replies: [{ author: "Anika", text: "Done", images: 1 }],
    }),
  ],
});

function query(xml: string, path: string): string | undefined {
  const document = XmlDocument.fromString(xml);
  const content = document.get(path)?.content;
  document.dispose();
  return content;
}

const kept = `<b>"Tom" & 'Jerry'</b>\t|M:x |D:9\n=cmd()\u2028👩🏽‍🚀 שלום`;

describe("text in exported files", () => {
  it("is unchanged in XML except for characters that XML forbids", () => {
    const premiere = query(toPremiereXml(input), "//marker[1]/comment");
    expect(premiere).toBe(`Me\tera: ${kept}\nJonas: Louder. [drawing] [2 images]`);
    const note = query(toFinalCutXml(input), "//marker[1]/@note");
    expect(note).toBe(`${premiere}\n00:00:00:10 – 00:00:00:12`);
    expect(query(toFinalCutXml(input), "//project/@name")).toBe('Rain & "Sun" <1>, version 2');
  });

  it("is well-formed Unicode in OpenTimelineIO", () => {
    expect(toOpenTimelineIo(input).isWellFormed()).toBe(true);
    expect(toOpenTimelineIo(input)).not.toContain(String.raw`\ud800`);
  });

  it("stays in one line, and in its field, in marker lists", () => {
    const edl = toResolveEdl(input).split("\r\n");
    expect(edl[0]).toBe('TITLE: Rain & "Sun" <1> v2');
    expect(edl[4]).toBe(
      `Me era: <b>"Tom" & 'Jerry'</b> /M:x /D:9 � =cmd() 👩🏽‍🚀 שלום / Jonas: Louder. [drawing] [2 images] ` +
        `|C:ResolveColorRed |M:Me era, Jonas: <b>"Tom" & 'Jerry'</b> /M:x /D:9 � =cmd() 👩🏽‍🚀 שלום |D:3`,
    );
    expect(edl[6]).toMatch(/^002 {2}001/);
    const [first = "", second = "", end] = toAvidMarkers(input).split("\r\n");
    expect(first.split("\t")).toHaveLength(6);
    expect(second).toBe(
      "Meera (resolved)\t00:00:00:20\tV1\tgreen\tMeera: Hold the wide shot longer. / Anika: Done [1 image] / Done in version 3: Cut. / Resolved\t1",
    );
    expect(end).toBe("");
  });

  it("keeps lines of an edit list that programs parse within 80 ASCII characters", () => {
    const title = "Übermäßig lange Überschrift, שלום, 日本, ".repeat(5);
    const lines = toResolveEdl({ ...input, title }).split("\r\n");
    for (const line of lines.filter((one) => !one.includes("|C:"))) {
      expect(line).toMatch(/^[\x20-\x7e]{0,80}$/);
    }
    expect(lines[0]).toMatch(/^TITLE: .*Uberma.*v2$/);
  });

  it("has findings of the technical check as their own kind, with what was said about them", () => {
    const finding = comment({
      inFrame: 10,
      outFrame: 20,
      author: "Technical check",
      text: "Black picture: The picture is black at 0:00 for 0.4 seconds.",
      replies: [{ author: "Anika", text: "Intended.", images: 0 }],
      resolved: true,
      isFinding: true,
    });
    const alone = commentExport({ comments: [finding] });
    expect(toAvidMarkers(alone)).toContain("\tblue\t");
    expect(toResolveEdl(alone)).toContain(
      "Anika: Intended. / Accepted |C:ResolveColorBlue |M:Technical check:",
    );
    expect(toCsv(alone).split("\r\n")[1]).toMatch(/,"accepted","","","[^"]*","finding"$/);
    const together = commentExport({ comments: [finding, comment({ inFrame: 10 })] });
    expect(toResolveEdl(together)).toContain("|C:ResolveColorRed");
    expect(toCsv(together)).toMatch(/"open","","","[^"]*","comment"/);
    const isOpen = { ...finding, resolved: false };
    const answered = commentExport({ comments: [isOpen, comment({ inFrame: 10, resolved: true })] });
    expect(toAvidMarkers(answered)).toMatch(/^Technical check, Meera \(resolved\)\t/);
    expect(toCsv(answered)).toMatch(/"open","","","[^"]*","finding"/);
  });

  it("is never a formula in the table", () => {
    for (const start of ["=", "+", "-", "@", "\t=", " =", "\n=", "\0=", "＝", "＋", "－", "＠"]) {
      const csv = toCsv(commentExport({ comments: [comment({ text: `${start}1+1`, author: `${start}1` })] }));
      expect(csv.split("\r\n")[1]).toMatch(/^"[^"]*","[^"]*",0,0,"'[^"]*","'/u);
    }
  });

  it("names the file by title and version without reserved characters", () => {
    const first = exportFormats[2];
    expect(exportFileName("  ../Tides: <1>/2 \u202e|* ", 3, first)).toBe(
      "Tides 1 2, version 3, comments.fcpxml",
    );
    expect(exportFileName("???", 1, first)).toBe("Task, version 1, comments.fcpxml");
    expect(exportFileName("雨 ☔️".repeat(100), 1, first).length).toBeLessThan(150);
  });
});
