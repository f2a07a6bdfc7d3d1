import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

import type { User } from "../contract.ts";
import { accountDeletionEndpoints } from "../contract/leaving.ts";
import { useForgetUser } from "./session.tsx";

const { deleteAccount, sendDeletionCode } = accountDeletionEndpoints;

interface DeleteAccountDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: User;
}

/** Asks for the password (or a mailed code where there is none) and for one's own name, then deletes the account. */
export function DeleteAccountDialog({ open, onOpenChange, user }: DeleteAccountDialogProps) {
  const form = useId();
  const leave = useLeaving(user);
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { proof: "", name: "" } });
  const { errors } = formState;
  const change = (next: boolean) => {
    if (!next) {
      reset();
      leave.reset();
    }
    onOpenChange(next);
  };
  const proof = register("proof", {
    required: user.Oauth ? "Please enter a valid OTP." : "Enter your password.",
  });
  const refusal = leave.error?.message;
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="small"
      locked={leave.isPending}
      title="Delete your account?"
      description="It is gone at once, and nobody can bring it back."
      footer={
        <>
          <Button disabled={leave.isPending} onClick={() => change(false)}>
            Keep it
          </Button>
          <Button type="submit" form={form} variant="danger" busy={leave.isPending && "Deleting..."}>
            Delete my account
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void handleSubmit((fields) => leave.mutate(fields.proof))(event)}
      >
        {user.Oauth ? (
          <>
            <SendCode />
            <TextField
              label="Code from the mail"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              error={errors.proof?.message}
              {...proof}
            />
          </>
        ) : (
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            error={errors.proof?.message}
            {...proof}
          />
        )}
        <TextField
          label={`Type ${user.name} to confirm`}
          autoComplete="off"
          spellCheck={false}
          error={errors.name?.message}
          {...register("name", {
            validate: (typed) => typed.trim() === user.name || `Type your name here: ${user.name}`,
          })}
        />
        <p role="alert" className="text-sm font-medium text-fault empty:hidden">
          {refusal}
        </p>
      </form>
    </Dialog>
  );
}

/** People without a password prove by their mail that the account is theirs. */
function SendCode() {
  const send = useMutation({
    mutationFn: () => call(sendDeletionCode, {}, { fallback: "Failed to generate OTP" }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(error.message),
  });
  return (
    <div>
      <p className="text-sm text-soft">
        You have no password. We mail you a code that works for 2 minutes instead.
      </p>
      <Button className="mt-3" busy={send.isPending && "Sending..."} onClick={() => send.mutate()}>
        {send.isSuccess ? "Send another code" : "Send me a code"}
      </Button>
    </div>
  );
}

/** Deletes the account and goes to the start page; the person is forgotten once no guarded page is shown any more. */
function useLeaving(user: User) {
  const navigate = useNavigate();
  const forget = useForgetUser();
  const gone = useRef(false);
  useEffect(
    () => () => {
      if (gone.current) forget();
    },
    [forget],
  );
  return useMutation({
    mutationFn: (proof: string) => {
      const body = user.Oauth ? { otp: proof } : { password: proof };
      return call(deleteAccount, { body }, { fallback: "Failed to delete the account" });
    },
    onSuccess: async ({ message }) => {
      gone.current = true;
      toast.success(message);
      await navigate("/", { replace: true });
    },
  });
}
