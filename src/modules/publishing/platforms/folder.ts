import { z } from "zod";

import { type PlatformDescriptor, storedIn } from "./descriptor.ts";

export const folder = {
  ...storedIn("folder"),
  name: "Folder",
  connectLabel: "folder on the server",
  optional: true,
  receiver: "folder on the server",
  connection: {
    form: {
      summary: "Connect a folder on the server that the operator allows",
      message: "Folder connected",
      description: "Videos are stored in a folder on the server that its operator allows.",
      schema: z.object({
        root: z.string().min(1, "Choose a folder.").max(255),
        folder: z
          .string()
          .trim()
          .max(200, "Use at most 200 characters.")
          .regex(
            /^(?:[^./\\\p{Cc}][^/\\\p{Cc}]*(?:\/[^./\\\p{Cc}][^/\\\p{Cc}]*)*\/?)?$/u,
            "Enter names separated by slashes. They can't begin with a dot.",
          ),
      }),
      fields: [
        { name: "root", label: "Folder" },
        { name: "folder", label: "Subfolder", hint: "Created if it doesn't exist", optional: true },
      ],
      // Such as `videos/films/2026`.
      loginEntries: (account) => {
        const [root = "", ...folders] = account.split("/");
        return { root, folder: folders.join("/") };
      },
    },
  },
  // All are on the disks of the server.
  host: "folder",
  disconnecting: "Reelay stores no more videos in this folder. Stored videos stay.",
  readers: "Who can read the files in a folder on the server is up to its operator.",
} as const satisfies PlatformDescriptor;
