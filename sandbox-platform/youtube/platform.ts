import type { Sandbox } from "../sandbox.ts";
import type { Access } from "./access.ts";
import type { Captions } from "./captions.ts";
import type { Playlists } from "./playlists.ts";
import type { Processing } from "./processing.ts";
import type { Quota } from "./quota.ts";
import type { Sessions } from "./sessions.ts";
import type { Videos } from "./videos.ts";

/** Dependencies shared by the calls of the Data API. */
export interface Platform {
  sandbox: Sandbox;
  admit: Access;
  quota: Quota;
  sessions: Sessions;
  videos: Videos;
  playlists: Playlists;
  captions: Captions;
  processing: Processing;
}
