import { z } from "zod";

import type { ObjectStorage } from "./storage.ts";

/** A store that a test can open in any process: a module, a factory it exports, and its arguments. */
export const connectionShape = z.object({ module: z.string(), factory: z.string(), args: z.array(z.json()) });
export type Connection = z.output<typeof connectionShape>;

/** Opens the store that a connection describes. */
export async function connect(connection: Connection): Promise<ObjectStorage> {
  const exported: unknown = Reflect.get(await import(connection.module), connection.factory);
  if (typeof exported !== "function")
    throw new TypeError(`${connection.module} has no ${connection.factory}`);
  return exported(...connection.args);
}
