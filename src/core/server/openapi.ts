import { z } from "zod";

import type { Endpoint } from "../endpoint.ts";

/** The reply's shape on the wire: `{ data, message }`, the second name or the next cursor where one is declared. */
export function envelope(endpoint: Endpoint): z.ZodObject {
  return z.object({
    data: endpoint.response,
    message: z.string(),
    ...(endpoint.also && { [endpoint.also]: endpoint.response }),
    ...(endpoint.paginated && { nextCursor: z.string().nullable() }),
  });
}

/** The form's shape for the OpenAPI document: text fields as they are sent, files as binary. */
export function formSchema(endpoint: Endpoint): Record<string, unknown> | undefined {
  if (!endpoint.form) return undefined;
  const fields = z.toJSONSchema(endpoint.form.fields, { io: "input", unrepresentable: "any" });
  const files = Object.entries(endpoint.form.files).map(([name, file]) => {
    const binary = { type: "string", format: "binary" };
    return [name, file.most > 1 ? { type: "array", items: binary } : binary];
  });
  return { ...fields, properties: { ...fields.properties, ...Object.fromEntries(files) } };
}

/** One sentence for the document about who may call. */
export function describePermission(endpoint: Endpoint): string {
  const { permission } = endpoint;
  if (permission === "anyone") return "Anyone may call this.";
  const roles = permission.roles ? ` with the role ${permission.roles.join(" or ")}` : "";
  const task = permission.of === "task" ? ", and only for a task of one's own (404 otherwise)" : "";
  return `Needs a session${roles}${task}.`;
}
