import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { idText } from "#core/form-text.ts";
import { frameRate } from "#modules/media/contract/videos.ts";
import { personCard } from "#modules/people/contract/people.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

import { checkedParts, uncheckedReasons } from "../rules/facts.ts";
import { findingKinds } from "../rules/kinds.ts";
import { deliverySpecification, newSpecification } from "../rules/specification.ts";
import { findingStates, maxStatementLength } from "../rules/statements.ts";

/** A statement about a finding, made in `version` of the task. The text is empty after its author's account was deleted. */
const statement = z.object({
  by: personCard,
  at: z.iso.datetime(),
  version: z.number().int(),
  text: z.string(),
});
export type Statement = z.output<typeof statement>;

export const reportedFinding = z.object({
  /** The same in all versions in which the finding comes again. */
  key: z.string(),
  kind: z.enum(findingKinds),
  /** Name of the kind: `Black picture`. */
  label: z.string(),
  part: z.enum(checkedParts),
  /** The first and the last frame; null for the whole video. */
  range: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
  /** One sentence that states the consequence. */
  text: z.string(),
  values: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  /** An explained finding is open until it is accepted. */
  state: z.enum(findingStates),
  /** The editor's: the finding is intended. */
  explanation: statement.nullable(),
  /** The creator's, or that of a manager who may approve. */
  acceptance: statement.nullable(),
});
export type ReportedFinding = z.output<typeof reportedFinding>;

const checkedPart = z.discriminatedUnion("state", [
  z.object({ state: z.enum(["checked", "pending"]) }),
  /** Not checked, which never means that nothing is wrong. `text` says why. */
  z.object({ state: z.literal("unchecked"), reason: z.enum(uncheckedReasons), text: z.string() }),
]);
export type PartState = z.output<typeof checkedPart>;

/** Measured values of a version; null where they were not measured. */
const measuredValues = z.object({
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  rate: frameRate.nullable(),
  constantRate: z.boolean().nullable(),
  durationSeconds: z.number().nullable(),
  codec: z.string().nullable(),
  channels: z.number().int().nullable(),
  /** LUFS, LU and dBTP. */
  loudness: z.number().nullable(),
  loudnessRange: z.number().nullable(),
  truePeak: z.number().nullable(),
});

export const checkReport = z.object({
  taskId: z.number().int(),
  version: z.number().int(),
  parts: z.object({ file: checkedPart, sound: checkedPart, picture: checkedPart }),
  /** Those of the whole video, then those of ranges in their order. */
  findings: z.array(reportedFinding),
  /** Findings that are not accepted. */
  open: z.number().int(),
  measured: measuredValues,
  /** The specification that the version was compared with: the task's specification, or the creator's. */
  specification: deliverySpecification,
});
export type CheckReport = z.output<typeof checkReport>;

const loudness = z.object({
  /** Values per second. */
  perSecond: z.number(),
  /** Momentary loudness in LUFS from the first frame on; −70 is silence. */
  values: z.array(z.number()),
});

const taskSpecification = z.object({
  /** The specification that versions are compared with. */
  effective: deliverySpecification,
  /** The task's own specification; null where the creator's counts. */
  task: deliverySpecification.nullable(),
  /** The creator's specification. */
  creator: deliverySpecification,
});
export type TaskSpecification = z.output<typeof taskSpecification>;

const taskParam = z.object({ id: taskIdText });
const versionQuery = z.object({ version: z.coerce.number().int().positive() });
const findingParam = taskParam.extend({ findingKey: z.string().max(100) });
const channelQuery = z.object({
  /** The creator; by default the actor. Managers name the creator whose channel they manage. */
  channel: idText.optional(),
});
const text = z.string().trim().max(maxStatementLength, `Write at most ${maxStatementLength} characters.`);

export const checksEndpoints = {
  checkReport: endpoint({
    method: "GET",
    path: "/task/:id/check",
    permission: { task: "view" },
    summary: "Findings about a version, its measured values, and which of its parts are checked",
    params: taskParam,
    query: versionQuery,
    response: checkReport,
    message: "Check loaded.",
  }),
  loudnessCurve: endpoint({
    method: "GET",
    path: "/task/:id/loudness",
    permission: { task: "view" },
    summary: "Momentary loudness of a version; null where it was not measured",
    params: taskParam,
    query: versionQuery,
    response: loudness.nullable(),
    message: "Loudness loaded.",
  }),
  explainFinding: endpoint({
    method: "PUT",
    path: "/task/:id/findings/:findingKey/explanation",
    permission: { task: "upload" },
    summary: "Explain that a finding is intended",
    params: findingParam,
    body: z.object({
      version: z.number().int().positive(),
      text: text.min(1, "Explain why this is intended."),
    }),
    response: reportedFinding,
    message: "Explained.",
  }),
  withdrawExplanation: endpoint({
    method: "DELETE",
    path: "/task/:id/findings/:findingKey/explanation",
    permission: { task: "upload" },
    summary: "Delete the explanation of a finding",
    params: findingParam,
    query: versionQuery,
    response: reportedFinding,
    message: "The explanation was deleted.",
  }),
  acceptFinding: endpoint({
    method: "PUT",
    path: "/task/:id/findings/:findingKey/acceptance",
    permission: { task: "decide" },
    summary: "Accept a finding, also in later versions in which it comes again",
    params: findingParam,
    body: z.object({ version: z.number().int().positive(), reason: text.default("") }),
    response: reportedFinding,
    message: "Accepted.",
  }),
  withdrawAcceptance: endpoint({
    method: "DELETE",
    path: "/task/:id/findings/:findingKey/acceptance",
    permission: { task: "decide" },
    summary: "Take the acceptance of a finding back",
    params: findingParam,
    query: versionQuery,
    response: reportedFinding,
    message: "The finding is open again.",
  }),
  taskSpecification: endpoint({
    method: "GET",
    path: "/task/:id/specification",
    permission: { task: "view" },
    summary: "Delivery specification of a task and of its creator",
    params: taskParam,
    response: taskSpecification,
    message: "Specification loaded.",
  }),
  saveTaskSpecification: endpoint({
    method: "PUT",
    path: "/task/:id/specification",
    permission: { task: "edit" },
    summary: "Save a task's own delivery specification, or null for the creator's",
    params: taskParam,
    body: z.object({ specification: newSpecification.nullable() }),
    response: taskSpecification,
    message: "Specification saved.",
  }),
  creatorSpecification: endpoint({
    method: "GET",
    path: "/checks/specification",
    permission: { channel: "create tasks" },
    summary: "Delivery specification of a creator, for all tasks without their own",
    query: channelQuery,
    response: deliverySpecification,
    message: "Specification loaded.",
  }),
  saveCreatorSpecification: endpoint({
    method: "PUT",
    path: "/checks/specification",
    permission: { channel: "create tasks" },
    summary: "Save the delivery specification of a creator",
    query: channelQuery,
    body: z.object({ specification: newSpecification }),
    response: deliverySpecification,
    message: "Specification saved.",
  }),
};

export const checksError = defineErrors({
  unknown_finding: {
    status: 404,
    message: "This version has no such finding any more. Reload the page.",
  },
});

const onVersion = z.object({ taskId: z.number(), version: z.number() });
/** The editor explained a finding of a version. */
export const findingExplained = defineEvent("checks.finding_explained", onVersion);
/** A finding of a version was accepted. */
export const findingAccepted = defineEvent("checks.finding_accepted", onVersion);
/** The findings of versions of a task, or what people said about them, have changed. */
export const findingsChanged = defineEvent("checks.findings_changed", z.object({ taskId: z.number() }));
