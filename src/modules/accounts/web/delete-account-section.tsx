import { lazy, Suspense, useState } from "react";

import { Button } from "#ui/button.tsx";

import type { User } from "../contract.ts";
import { formerMemberName } from "../rules/former-member.ts";
import { SettingsSection } from "./settings-section.tsx";

const DeleteAccountDialog = lazy(async () => ({
  default: (await import("./delete-account-dialog.tsx")).DeleteAccountDialog,
}));

/** Says what the end of the account means for its owner and for those who share tasks, and ends it. */
export function DeleteAccountSection({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <SettingsSection title="Delete account" description="This can't be taken back.">
      <ul className="mb-5 flex max-w-prose list-disc flex-col gap-2 pl-5 text-soft">
        {consequencesFor(user).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button variant="danger" onClick={show}>
        Delete my account
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <DeleteAccountDialog open={open} onOpenChange={setOpen} user={user} />
        </Suspense>
      )}
    </SettingsSection>
  );
}

const openTasks = {
  YOUTUBER: [
    "Your open tasks are cancelled, their videos are deleted, and their editors are told. While a video is on its way to YouTube, you have to wait.",
    "Your channel is disconnected. What is published stays on YouTube.",
  ],
  EDITOR: [
    "The creators of your open tasks are told to choose another editor. What you have delivered stays with them; an upload that isn't finished is dropped.",
  ],
  NORMAL: [],
};

function consequencesFor({ id, role }: User): string[] {
  return [
    "Your profile, pictures, notifications and every way to sign in are deleted. Your email is free for a new account.",
    ...openTasks[role],
    `Finished tasks, ratings and reviews stay with the other person, under the name “${formerMemberName(id)}”.`,
  ];
}
