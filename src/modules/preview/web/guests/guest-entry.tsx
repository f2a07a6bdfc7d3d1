import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { AppError } from "#core/error.ts";
import { useChange } from "#core/web/use-change.ts";
import { guestEndpoints } from "#modules/feedback/contract/guests.ts";
import { guestCheckQuery, guestPreviewQuery } from "#modules/feedback/web/public/guest-queries.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { TextField } from "#ui/text-field.tsx";

import { GuestPage, LoadingReview } from "../public/guest-page.tsx";
import { EndedReview, isEndedLink } from "./ended-review.tsx";

interface GuestEntryProps {
  linkId: string;
  secret: string;
}

/** Asks a guest for their name and, if the link has one, the password. */
export function GuestEntry({ linkId, secret }: GuestEntryProps) {
  const queries = useQueryClient();
  const check = useQuery(guestCheckQuery(linkId, secret));
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusField = (field: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  const open = useChange(guestEndpoints.openGuestLink, {
    errorToast: false,
    onError: (error) => isWrongPassword(error) && focusField("password"),
    onSuccess: () => queries.resetQueries({ queryKey: guestPreviewQuery(linkId).queryKey }),
  });
  const ended = [check.error, open.error].find((error) => error instanceof AppError && isEndedLink(error));
  if (ended instanceof AppError) return <EndedReview error={ended} />;
  if (check.isPending) {
    return (
      <GuestPage>
        <LoadingReview />
      </GuestPage>
    );
  }
  if (check.error) {
    return (
      <GuestPage>
        <ErrorState
          message={check.error.message}
          onRetry={() => void check.refetch()}
          retrying={check.isFetching}
        />
      </GuestPage>
    );
  }
  const missing = {
    name: name.trim() === "" && "Enter your name.",
    password: check.data.needsPassword && password === "" && "Enter the password of the link.",
  };
  const wrongPassword = isWrongPassword(open.error);
  return (
    <GuestPage>
      <form
        ref={form}
        noValidate
        className="flex flex-col items-start gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          const first = missing.name ? "name" : missing.password && "password";
          if (first) {
            focusField(first);
            return;
          }
          open.mutate({
            params: { linkId },
            body: { secret, name, ...(check.data.needsPassword && { password }) },
          });
        }}
        onChange={() => open.isError && open.reset()}
      >
        <p className="text-soft">
          You don't need an account. Your name is shown to the creator
          {check.data.mayComment && ", to the editor next to your comments,"} and over the video.
        </p>
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          error={(submitted && missing.name) || undefined}
          maxLength={50}
          value={name}
          onChange={({ target }) => setName(target.value)}
          className="w-full"
        />
        {check.data.needsPassword && (
          <TextField
            label="Password of the link"
            type="password"
            name="password"
            autoComplete="off"
            required
            error={(submitted && missing.password) || (wrongPassword ? open.error?.message : undefined)}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            className="w-full"
          />
        )}
        {open.error && !wrongPassword && (
          <p role="alert" className="text-sm font-medium text-fault">
            {open.error.message}
          </p>
        )}
        <Button type="submit" variant="primary" busy={open.isPending && "Opening..."}>
          Open the review
        </Button>
      </form>
    </GuestPage>
  );
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof AppError && error.code === "wrong_password";
}
