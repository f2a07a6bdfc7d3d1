import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import type { GuestLink } from "#modules/feedback/contract/guests.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";

export interface LinkSettings extends Pick<
  GuestLink,
  "mayComment" | "mayDownload" | "mayWatchTogether" | "expiresAt"
> {
  /** Null for none; undefined for the present one. */
  password: string | null | undefined;
}

interface LinkFormProps {
  label: string;
  /** The link that is changed; without it, a new one is created. */
  link?: GuestLink;
  submitLabel: string;
  busyLabel: string;
  save: UseMutationResult<unknown, Error, LinkSettings>;
  /** Further buttons. */
  children?: ReactNode;
}

/** The settings of a review link. */
export function LinkForm({ label, link, submitLabel, busyLabel, save, children }: LinkFormProps) {
  const [mayComment, setMayComment] = useState(link?.mayComment ?? true);
  const [mayDownload, setMayDownload] = useState(link?.mayDownload ?? false);
  const [mayWatchTogether, setMayWatchTogether] = useState(link?.mayWatchTogether ?? true);
  const [password, setPassword] = useState("");
  const [removesPassword, setRemovesPassword] = useState(false);
  const [expires, setExpires] = useState(localTime(link?.expiresAt ?? null));
  const unchanged = link?.hasPassword ? undefined : null;
  return (
    <form
      aria-label={label}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const settings = {
          mayComment,
          mayDownload,
          mayWatchTogether,
          password: removesPassword ? null : password === "" ? unchanged : password,
          expiresAt: expires === "" ? null : new Date(expires).toISOString(),
        };
        save.mutate(settings, { onSuccess: () => setPassword("") });
      }}
      onChange={() => save.isError && save.reset()}
    >
      <span className="flex flex-wrap gap-x-6">
        <Checkbox
          label="Guests can comment"
          checked={mayComment}
          onChange={({ target }) => setMayComment(target.checked)}
        />
        <Checkbox
          label="Guests can download the video"
          checked={mayDownload}
          onChange={({ target }) => setMayDownload(target.checked)}
        />
        <Checkbox
          label="Guests can watch together with the team"
          checked={mayWatchTogether}
          onChange={({ target }) => setMayWatchTogether(target.checked)}
        />
        {link?.hasPassword && (
          <Checkbox
            label="Remove the password"
            checked={removesPassword}
            onChange={({ target }) => setRemovesPassword(target.checked)}
          />
        )}
      </span>
      <span className="flex flex-wrap gap-4 *:min-w-52 *:flex-1">
        <TextField
          label={link?.hasPassword ? "New password" : "Password"}
          optional
          autoComplete="off"
          disabled={removesPassword}
          value={removesPassword ? "" : password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <TextField
          label="Expires"
          optional
          type="datetime-local"
          value={expires}
          onChange={({ target }) => setExpires(target.value)}
        />
      </span>
      {save.error && (
        <p role="alert" className="text-sm text-fault">
          {save.error.message}
        </p>
      )}
      <span className="flex justify-end gap-2">
        {children}
        <Button type="submit" variant="primary" busy={save.isPending && busyLabel}>
          {submitLabel}
        </Button>
      </span>
    </form>
  );
}

/** A moment as the value of a `datetime-local` field. */
function localTime(moment: string | null): string {
  if (moment === null) return "";
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
