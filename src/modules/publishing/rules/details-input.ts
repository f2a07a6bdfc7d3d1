import { z } from "zod";

import { videoDetails } from "./details.ts";
import { publishOptions } from "./options.ts";

/** The values of the details form that are saved together. */
export const detailsInput = videoDetails.extend({ options: publishOptions });
export type DetailsInput = z.output<typeof detailsInput>;
