import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { type AdministeredUser, operatorUserEndpoints } from "#modules/operators/contract/users.ts";
import { parseSize } from "#modules/operators/rules/size.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { formatBytes } from "#ui/format.ts";
import { TextField } from "#ui/text-field.tsx";

import { logKey, usersKey } from "../query-keys.ts";

interface Props {
  user: AdministeredUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Sets the storage quota of a user. */
export function QuotaDialog({ user, open, onOpenChange }: Props) {
  const [text, setText] = useState(
    user.ownQuota && user.quotaBytes !== null ? formatBytes(user.quotaBytes) : "",
  );
  const [error, setError] = useState<string>();
  const save = useChange(operatorUserEndpoints.setUserQuota, {
    successToast: true,
    refetch: [usersKey, logKey],
    onSuccess: () => onOpenChange(false),
  });
  const submit = () => {
    const quotaBytes = text.trim() === "" ? null : parseSize(text);
    if (quotaBytes === undefined) return setError("Enter a size such as 50 GB or 750 MB.");
    save.mutate({ params: { personId: user.id }, body: { quotaBytes } });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        <>
          Storage quota of <bdi>{user.name}</bdi>
        </>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label="Quota"
          optional
          hint={`Uses ${formatBytes(user.storedBytes)} now. Leave empty for the default of all users. A lower quota deletes nothing.`}
          placeholder="50 GB"
          value={text}
          error={error}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending && "Saving..."}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
