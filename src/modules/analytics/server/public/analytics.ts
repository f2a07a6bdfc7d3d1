export { mayReadResultsFile } from "../results/access.ts";
