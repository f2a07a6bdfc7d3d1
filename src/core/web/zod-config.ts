import { z } from "zod";

import { validationMessage } from "../validation-messages.ts";

// Without `jitless`, zod compiles parsers with `new Function`, which the content security policy forbids. The build puts this
// file and zod in one chunk, so that it applies before any schema is made.
z.config({ jitless: true, customError: validationMessage });
