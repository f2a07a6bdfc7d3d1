import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { checksEndpoints } from "#modules/checks/contract/checks.ts";

import {
  creatorSpecification,
  saveCreatorSpecification,
  saveTaskSpecification,
  taskSpecification,
} from "../specifications/specifications.ts";
import { makeStatement, withdrawStatement } from "../statements/statements.ts";
import { checkReport, loudnessCurve } from "./report.ts";

export function checksHandlers(): Handlers<typeof checksEndpoints> {
  const findingRef = (params: { id: number; findingKey: string }, { version }: { version: number }) => ({
    taskId: params.id,
    key: params.findingKey,
    version,
  });
  return {
    checkReport: ({ params, query, read }) =>
      read((ctx) => checkReport(ctx, { taskId: params.id, version: query.version })),
    loudnessCurve: ({ params, query, read }) =>
      read((ctx) => loudnessCurve(ctx, { taskId: params.id, version: query.version })),
    explainFinding: ({ params, body, run }) =>
      run((ctx) => makeStatement(ctx, "explanation", { ...findingRef(params, body), text: body.text })),
    withdrawExplanation: ({ params, query, run }) =>
      run((ctx) => withdrawStatement(ctx, "explanation", findingRef(params, query))),
    acceptFinding: ({ params, body, run }) =>
      run((ctx) => makeStatement(ctx, "acceptance", { ...findingRef(params, body), text: body.reason })),
    withdrawAcceptance: ({ params, query, run }) =>
      run((ctx) => withdrawStatement(ctx, "acceptance", findingRef(params, query))),
    taskSpecification: ({ params, read }) => read((ctx) => taskSpecification(ctx, params.id)),
    saveTaskSpecification: ({ params, body, run }) =>
      run((ctx) => saveTaskSpecification(ctx, { taskId: params.id, specification: body.specification })),
    creatorSpecification: ({ query, read }) => read((ctx) => creatorSpecification(ctx, query.channel)),
    saveCreatorSpecification: ({ query, body, run }) =>
      run((ctx) =>
        saveCreatorSpecification(ctx, { channel: query.channel, specification: body.specification }),
      ),
  };
}
