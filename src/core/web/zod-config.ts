import { z } from "zod";

// Without this, zod compiles parsers with `new Function`, which the content security policy forbids. The build puts this
// file and zod in one chunk, so that it applies before any schema is made.
z.config({ jitless: true });
