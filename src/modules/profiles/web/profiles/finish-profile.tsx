import { Check, Circle } from "lucide-react";
import { Link } from "react-router";

import { tasksPath } from "#core/paths.ts";
import type { User } from "#modules/people/contract/people.ts";
import { nameFromEmail, nameKey } from "#modules/people/rules/people.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";

const reasons = {
  YOUTUBER: "Editors see it with every task that you assign.",
  EDITOR: "Creators see it when they choose an editor. Profiles without it come last in the search.",
  NORMAL: "The people you work with see it beside your comments.",
};

/** Names the missing parts of the user's own profile, with the next action; renders nothing once it has a picture and a bio. */
export function FinishProfile({ profile, onEdit }: { profile: User; onEdit: () => void }) {
  const { name, email, bio, profileImgUrl, role } = profile;
  if (bio !== null && profileImgUrl !== "") return null;
  const firstName = nameKey(nameFromEmail(email, ""));
  const parts = [
    {
      label: "Name",
      text: "The name you work under",
      done: nameKey(name).replace(/-\d+$/, "") !== firstName,
    },
    { label: "Picture", text: "A photo or logo", done: profileImgUrl !== "" },
    { label: "Bio", text: "What you make, in a few words", done: bio !== null },
  ];
  const tasks = tasksPath(role);
  const isCreator = role === "YOUTUBER";
  return (
    <section aria-labelledby="finish-profile" className="mt-5 max-w-prose border-y py-5">
      <h2 id="finish-profile" className="font-heading text-2xl">
        Finish your profile
      </h2>
      <p className="mt-1 text-soft">{reasons[role]}</p>
      <ul className="mt-4 flex flex-col gap-2.5">
        {parts.map(({ label, text, done }) => (
          <li key={label} className="flex items-center gap-3">
            {done ? (
              <Check aria-hidden className="size-4.5 text-go" />
            ) : (
              <Circle aria-hidden strokeWidth={1.5} className="size-4.5 text-faint" />
            )}
            <span className={done ? "text-soft" : "font-medium"}>{label}</span>
            <span className="text-sm text-soft">{done ? "done" : text}</span>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="primary" onClick={onEdit}>
          Add the details
        </Button>
        <Link to={isCreator ? `${tasks}?create=true` : tasks} className={buttonClass("outline")}>
          {isCreator ? "Create your first task" : "Go to your tasks"}
        </Link>
      </div>
    </section>
  );
}
