import { useId } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";

import { useChange } from "#core/web/use-change.ts";
import type { User } from "#modules/people/contract/people.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

import { useForgetDeletedAccount } from "../public/session.tsx";

const { deleteAccount, sendDeletionCode } = accountDeletionEndpoints;

interface DeleteAccountDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: User;
}

/** Asks for the password, or an emailed code if there is none, and for the user's name, then deletes the account. */
export function DeleteAccountDialog({ open, onOpenChange, user }: DeleteAccountDialogProps) {
  const form = useId();
  const deletion = useDeletion();
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { proof: "", name: "" } });
  const { errors } = formState;
  const change = (next: boolean) => {
    if (!next) {
      reset();
      deletion.reset();
    }
    onOpenChange(next);
  };
  const proof = register("proof", {
    required: user.Oauth ? "Please enter a valid OTP." : "Enter your password.",
  });
  const error = deletion.error?.message;
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="small"
      locked={deletion.isPending}
      title="Delete your account?"
      description="Your account is deleted immediately. This can't be undone."
      footer={
        <>
          <Button disabled={deletion.isPending} onClick={() => change(false)}>
            Keep account
          </Button>
          <Button type="submit" form={form} variant="danger" busy={deletion.isPending && "Deleting..."}>
            Delete my account
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) =>
          void handleSubmit((fields) =>
            deletion.mutate({ body: user.Oauth ? { otp: fields.proof } : { password: fields.proof } }),
          )(event)
        }
        onChange={() => deletion.isError && deletion.reset()}
      >
        {user.Oauth ? (
          <>
            <SendCode />
            <TextField
              label="Code from the email"
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
          {error}
        </p>
      </form>
    </Dialog>
  );
}

function SendCode() {
  const send = useChange(sendDeletionCode, {
    fallback: "Failed to generate OTP",
    unreachable: "Failed to send OTP. Please try again.",
    successToast: true,
  });
  return (
    <div>
      <p className="text-sm text-soft">
        You don't have a password. We email you a code instead. It expires in 2 minutes.
      </p>
      <Button className="mt-3" busy={send.isPending && "Sending..."} onClick={() => send.mutate()}>
        {send.isSuccess ? "Send another code" : "Send code"}
      </Button>
    </div>
  );
}

/** Deletes the account and opens the start page. */
function useDeletion() {
  const navigate = useNavigate();
  const forgetAccount = useForgetDeletedAccount();
  return useChange(deleteAccount, {
    fallback: "Failed to delete the account",
    errorToast: false,
    successToast: true,
    onSuccess: () => {
      forgetAccount();
      // The server ends the session before it responds, so the login page may already be open.
      void navigate("/", { replace: true });
    },
  });
}
