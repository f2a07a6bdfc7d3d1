import { useState } from "react";

import type { User } from "#modules/people/contract/people.ts";
import { formerMemberName } from "#modules/people/rules/former-member.ts";
import { Button } from "#ui/button.tsx";

import { DeleteAccountDialog } from "../account-deletion/delete-account-dialog.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** Explains what happens when the account is deleted, and deletes it. */
export function DeleteAccountSection({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const show = () => {
    setLoaded(true);
    setOpen(true);
  };
  return (
    <SettingsSection title="Delete account" description="This can't be undone.">
      <ul className="mb-5 flex max-w-prose list-disc flex-col gap-2 pl-5 text-soft">
        {consequencesFor(user).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button variant="danger" onClick={show}>
        Delete my account
      </Button>
      {loaded && <DeleteAccountDialog open={open} onOpenChange={setOpen} user={user} />}
    </SettingsSection>
  );
}

const openTasks = {
  YOUTUBER: [
    "Your open tasks are cancelled, their videos are deleted and their editors are notified. You can't delete your account while a video is being published.",
    "Your destinations are disconnected. Published videos stay there.",
  ],
  EDITOR: [
    "The creators of your open tasks are asked to choose another editor. They keep the versions you delivered. Unfinished uploads are cancelled.",
  ],
  NORMAL: [],
};

function consequencesFor({ id, role }: User): string[] {
  return [
    "Your profile, pictures, notifications and login methods are deleted. Your email can be used for a new account.",
    ...openTasks[role],
    `Finished tasks, ratings and reviews remain visible to the other person under the name “${formerMemberName(id)}”.`,
  ];
}
