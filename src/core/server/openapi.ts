import { z } from "zod";

import type { Endpoint } from "../endpoint.ts";

const realtimeMessage = z.object({ id: z.string(), name: z.string(), payload: z.unknown() });

/** Schema of the response body: `{ data, message }`, plus what is declared and, after changes, realtime messages. */
export function envelope(endpoint: Endpoint): z.ZodObject {
  return z.object({
    data: endpoint.response,
    message: z.string(),
    ...(endpoint.alias && { [endpoint.alias]: endpoint.response }),
    ...(endpoint.paginated && { nextCursor: z.string().nullable() }),
    ...(endpoint.method !== "GET" && { realtimeMessages: z.array(realtimeMessage).optional() }),
  });
}

/** Schema of the form for the OpenAPI document: text fields as they are sent, files as binary. */
export function formSchema(endpoint: Endpoint): Record<string, unknown> | undefined {
  if (!endpoint.form) return undefined;
  const fields = z.toJSONSchema(endpoint.form.fields, { io: "input", unrepresentable: "any" });
  const files = Object.entries(endpoint.form.files).map(([name, file]) => {
    const binary = { type: "string", format: "binary" };
    return [name, file.maxFiles > 1 ? { type: "array", items: binary } : binary];
  });
  return { ...fields, properties: { ...fields.properties, ...Object.fromEntries(files) } };
}

/** The endpoint's permission as a sentence for the OpenAPI document. */
export function describePermission(endpoint: Endpoint): string {
  const { permission } = endpoint;
  if (permission === "anyone") return "No authentication required.";
  if ("guest" in permission) {
    return `Requires the cookie of a guest of the review link who may ${permission.guest}.`;
  }
  if ("operator" in permission) return "Requires the session of an operator; answers 404 to others.";
  if ("task" in permission) {
    return `Requires the session of a member of the task (404 otherwise) with the ability "${permission.task}" (403).`;
  }
  if ("channel" in permission) {
    return `Requires the session of a creator, or of a manager with the right to ${permission.channel} in \`channel\` (403 otherwise).`;
  }
  const roles = permission.roles ? ` with the role ${permission.roles.join(" or ")}` : "";
  return `Requires a session${roles}.`;
}
