import type { ExportFormatId } from "#modules/feedback/rules/export-formats.ts";

import { toAvidMarkers } from "./avid.ts";
import type { CommentExport } from "./comment-export.ts";
import { toCsv } from "./csv.ts";
import { toFinalCutXml } from "./final-cut.ts";
import { toOpenTimelineIo } from "./opentimelineio.ts";
import { toPremiereXml } from "./premiere.ts";
import { toResolveEdl } from "./resolve.ts";

/** The contents of the file of each format. */
export const writers: Record<ExportFormatId, (input: CommentExport) => string> = {
  otio: toOpenTimelineIo,
  premiere: toPremiereXml,
  "final-cut": toFinalCutXml,
  resolve: toResolveEdl,
  avid: toAvidMarkers,
  csv: toCsv,
};
