import { Upload } from "lucide-react";
import { Link } from "react-router";

import { publicationsPath } from "#core/paths.ts";
import { buttonClass } from "#ui/button-class.ts";

/** Leads to the creator's publications. */
export function PublicationsLink() {
  return (
    <Link
      to={publicationsPath("YOUTUBER")}
      aria-label="Publications"
      title="Publications"
      className={buttonClass("quiet", "medium", "w-10 px-0! pointer-coarse:min-w-11 max-sm:hidden")}
    >
      <Upload className="size-5" strokeWidth={1.75} aria-hidden />
    </Link>
  );
}
