import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import { z } from "zod";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import type { User } from "#modules/accounts/contract.ts";
import { profilePath } from "#modules/accounts/rules.ts";
import { useChangeUser } from "#modules/accounts/web/session.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FileField } from "#ui/file-field.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

import { profilesEndpoints, type SavedProfile } from "../contract.ts";
import { editProfileKey, profileQuery } from "./queries.ts";

const { editProfile } = profilesEndpoints;
const failed = "Failed to update profile";

const image = z
  .instanceof(File)
  .refine((file) => file.type.startsWith("image/"), "Choose an image file.")
  .refine(
    (file) => file.size <= editProfile.form.files.profileImg.maxBytes,
    "Choose an image of at most 20 MB.",
  )
  .nullable();

/** The texts are checked by the contract and sent as they were typed; the server turns them into what it keeps. */
const fields = z.object({ ...editProfile.form.fields.shape, profilePic: image, banner: image });
type Fields = z.input<typeof fields>;

interface EditProfileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  profile: User;
}

/** Edits one's own profile. While it saves nothing can be changed or closed; leaving the page aborts the request. */
export function EditProfileDialog({ open, onOpenChange, profile }: EditProfileDialogProps) {
  const formId = useId();
  const [saving, setSaving] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={saving}
      title="Edit Profile"
      footer={
        <Button type="submit" form={formId} variant="primary" disabled={saving} busy={saving && "saving..."}>
          Save
        </Button>
      }
    >
      <EditProfileForm
        id={formId}
        profile={profile}
        saving={saving}
        onSaving={setSaving}
        onSaved={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

interface EditProfileFormProps {
  id: string;
  profile: User;
  saving: boolean;
  onSaving: (saving: boolean) => void;
  onSaved: () => void;
}

function EditProfileForm({ id, profile, saving, onSaving, onSaved }: EditProfileFormProps) {
  const { register, control, handleSubmit, setError, formState } = useForm<Fields>({
    resolver: zodResolver(fields, undefined, { raw: true }),
    defaultValues: {
      name: profile.name,
      bio: profile.bio ?? "",
      link: profile.attachedLinks[0] ?? "",
      profilePic: null,
      banner: null,
    },
  });
  const save = useSaveProfile({ profile, onSaving, onSaved });
  const submit = (values: Fields) =>
    save(values, (failure) => {
      if (failure.code === "name_taken")
        setError("name", { message: failure.message }, { shouldFocus: true });
      for (const { path, message } of failure.issues ?? []) {
        if (path === "name" || path === "bio" || path === "link") setError(path, { message });
      }
    });
  const { errors } = formState;
  return (
    <form id={id} noValidate onSubmit={handleSubmit(submit)}>
      <fieldset disabled={saving} className="flex flex-col gap-5">
        <Controller
          control={control}
          name="banner"
          render={({ field, fieldState }) => (
            <FileField
              label="Banner"
              shape="banner"
              optional
              value={field.value}
              onChange={field.onChange}
              currentUrl={profile.bannerImgUrl}
              error={fieldState.error?.message}
              disabled={saving}
            />
          )}
        />
        <Controller
          control={control}
          name="profilePic"
          render={({ field, fieldState }) => (
            <FileField
              label="Profile picture"
              shape="round"
              optional
              value={field.value}
              onChange={field.onChange}
              currentUrl={profile.profileImgUrl}
              error={fieldState.error?.message}
              disabled={saving}
            />
          )}
        />
        <TextField label="Name" autoComplete="nickname" error={errors.name?.message} {...register("name")} />
        <TextArea label="Bio" optional rows={5} error={errors.bio?.message} {...register("bio")} />
        <TextField
          label="Link"
          optional
          inputMode="url"
          autoComplete="url"
          placeholder="example.com"
          error={errors.link?.message}
          {...register("link")}
        />
      </fieldset>
    </form>
  );
}

interface SaveProfile {
  profile: User;
  onSaving: (saving: boolean) => void;
  onSaved: () => void;
}

/** Sends the form; afterwards the user is known by the new name and stands on their own profile page. */
function useSaveProfile({ profile, onSaving, onSaved }: SaveProfile) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const changeUser = useChangeUser();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const { mutate } = useMutation({
    mutationKey: editProfileKey,
    mutationFn: ({ name, bio, link, profilePic, banner }: Fields) => {
      leaving.current = new AbortController();
      const files = { profileImg: profilePic ? [profilePic] : [], BannerImg: banner ? [banner] : [] };
      const form = { fields: { name, bio, link }, files };
      return call(editProfile, { form }, { fallback: failed, signal: leaving.current.signal });
    },
    onMutate: () => onSaving(true),
    onSettled: () => onSaving(false),
  });
  const keep = async (saved: SavedProfile) => {
    const edited = { ...profile, ...saved };
    for (const name of [profile.name, saved.name]) {
      queries.setQueryData(profileQuery(name).queryKey, edited);
    }
    changeUser(saved);
    onSaved();
    await navigate(profilePath({ role: profile.role, name: saved.name }), { replace: true });
  };
  return (values: Fields, onRefused: (failure: AppError) => void) =>
    mutate(values, {
      onSuccess: ({ data, message }) => {
        toast.success(message);
        void keep(data);
      },
      onError: (error) => {
        if (leaving.current?.signal.aborted) return;
        toast.error(error instanceof AppError ? error.message : failed);
        if (error instanceof AppError) onRefused(error);
      },
    });
}
