import { conversionScenario } from "./conversions.ts";
import { emailScenario } from "./emails.ts";
import { fileScenarios } from "./files.ts";
import { footageScenario } from "./footage.ts";
import { listScenarios } from "./lists.ts";
import { publicationScenarios } from "./publications.ts";
import type { Scenario } from "./scenario.ts";
import { signInScenarios } from "./sign-in.ts";
import { socketScenarios } from "./sockets.ts";

/** One user floods, another one works: measured by `npm run bench -- two-users`, proved by `two-users.sweep.test.ts`. */
export const scenarios: readonly Scenario[] = [
  ...listScenarios,
  ...signInScenarios,
  ...socketScenarios,
  ...fileScenarios,
  conversionScenario,
  footageScenario,
  ...publicationScenarios,
  emailScenario,
];
