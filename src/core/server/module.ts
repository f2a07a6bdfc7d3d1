import type { FastifyInstance } from "fastify";

import type { Endpoint } from "../endpoint.ts";
import type { Handlers } from "./bind-endpoints.ts";
import type { EventHandler } from "./context.ts";
import type { JobWorker } from "./job.ts";
import type { PersonalData } from "./personal-data.ts";

/** Endpoints of a contract with a handler for each. */
export interface EndpointGroup {
  endpoints: Record<string, Endpoint>;
  handlers: Handlers<Record<string, Endpoint>>;
}

/** Pairs endpoints with their handlers; a missing handler does not compile. */
export function endpointGroup<Es extends Record<string, Endpoint>>(
  endpoints: Es,
  handlers: Handlers<Es>,
): EndpointGroup {
  const erased: unknown = handlers;
  return { endpoints, handlers: erased as EndpointGroup["handlers"] };
}

/**
 * Manifest of a module: everything that the application registers for it. `Dependencies` are parts of the running
 * application that it needs, declared in its `server/dependencies.ts`.
 */
export interface Module<Dependencies = object> {
  name: string;
  endpoints?: (dependencies: Dependencies) => readonly EndpointGroup[];
  /** Routes that are not endpoints of a contract, such as files and uploads. */
  routes?: (app: FastifyInstance, dependencies: Dependencies) => void;
  eventHandlers?: () => readonly EventHandler[];
  jobs?: (dependencies: Dependencies) => readonly JobWorker[];
  personalData?: PersonalData | readonly PersonalData[];
}
