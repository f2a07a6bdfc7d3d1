import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Controller, useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import { z } from "zod";

import { AppError } from "#core/error.ts";
import { profilePath } from "#core/paths.ts";
import { call } from "#core/web/client.ts";
import { useAction } from "#core/web/use-change.ts";
import { maxImagePixels } from "#modules/media/rules/limits.ts";
import type { User } from "#modules/people/contract/people.ts";
import { maxNameLength } from "#modules/people/rules/people.ts";
import { profilesEndpoints, type SavedProfile } from "#modules/profiles/contract/profiles.ts";
import { bannerWidth, maxBioLength, pictureEdge } from "#modules/profiles/rules/profiles.ts";
import { useChangeUser } from "#modules/sign-in/web/public/session.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FileField } from "#ui/file-field.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";

import { editProfileKey, storeProfile } from "../queries.ts";

const { editProfile } = profilesEndpoints;
const failed = "Failed to update profile";

const pictureLimit = `${editProfile.form.files.profileImg.maxBytes / 1024 ** 2} MB`;
const pictureLimits = `JPG, PNG, GIF or WebP, up to ${pictureLimit} and ${maxImagePixels / 1_000_000} megapixels.`;
const pictureErrors: ReadonlySet<string> = new Set(["not_an_image", "images_busy", "too_large", "file_type"]);

const image = z
  .instanceof(File)
  .refine(
    (file) => file.size <= editProfile.form.files.profileImg.maxBytes,
    `Choose an image of at most ${pictureLimit}.`,
  )
  .nullable();

/** Text is validated by the contract and sent as typed; the server normalizes it. */
const fields = z.object({
  ...editProfile.form.fields.shape,
  removeProfileImg: z.boolean(),
  removeBannerImg: z.boolean(),
  profilePic: image,
  banner: image,
});
type Fields = z.input<typeof fields>;

interface EditProfileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  profile: User;
}

/** Edits the user's profile. It is locked while saving; leaving the page aborts the request. */
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
        <>
          <Button disabled={saving} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={saving}
            busy={saving && "saving..."}
          >
            Save
          </Button>
        </>
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

const pictures = [
  {
    name: "banner",
    removal: "removeBannerImg",
    url: "bannerImgUrl",
    label: "Banner",
    shape: "banner",
    hint: `A wide picture, 4:1, best ${bannerWidth} pixels wide. ${pictureLimits}`,
  },
  {
    name: "profilePic",
    removal: "removeProfileImg",
    url: "profileImgUrl",
    label: "Profile picture",
    shape: "round",
    hint: `Cropped to a square of ${pictureEdge} pixels. ${pictureLimits}`,
  },
] as const;

interface EditProfileFormProps {
  id: string;
  profile: User;
  saving: boolean;
  onSaving: (saving: boolean) => void;
  onSaved: () => void;
}

function EditProfileForm({ id, profile, saving, onSaving, onSaved }: EditProfileFormProps) {
  const { register, control, handleSubmit, setError, setValue, clearErrors, formState } = useForm<Fields>({
    resolver: zodResolver(fields, undefined, { raw: true }),
    defaultValues: {
      name: profile.name,
      bio: profile.bio ?? "",
      link: profile.attachedLinks[0] ?? "",
      removeProfileImg: false,
      removeBannerImg: false,
      profilePic: null,
      banner: null,
    },
  });
  const save = useSaveProfile({ profile, onSaving, onSaved });
  const submit = (values: Fields) => {
    clearErrors();
    save(values, (failure) => {
      const { code, message } = failure;
      if (code === "name_taken") setError("name", { message }, { shouldFocus: true });
      // The server's answer doesn't name the picture.
      const chosen = (["banner", "profilePic"] as const).filter((name) => values[name] !== null);
      if (pictureErrors.has(code)) {
        setError(chosen.length === 1 && chosen[0] ? chosen[0] : "root", { message });
      }
      for (const { path, message } of failure.issues ?? []) {
        if (path === "name" || path === "bio" || path === "link") setError(path, { message });
      }
    });
  };
  const { errors } = formState;
  const removed = useWatch({ control, name: pictures.map(({ removal }) => removal) });
  return (
    <form
      id={id}
      noValidate
      onSubmit={handleSubmit(submit)}
      onChange={() => errors.root && clearErrors("root")}
    >
      <fieldset disabled={saving} className="flex flex-col gap-5">
        <p role="alert" className="text-sm font-medium text-fault empty:hidden">
          {errors.root?.message}
        </p>
        {pictures.map(({ name, removal, url, ...texts }, index) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field, fieldState }) => (
              <FileField
                {...texts}
                optional
                value={field.value}
                onChange={field.onChange}
                ref={field.ref}
                currentUrl={removed[index] ? null : profile[url]}
                onRemoveCurrent={() => setValue(removal, true)}
                error={fieldState.error?.message}
                disabled={saving}
              />
            )}
          />
        ))}
        <TextField
          label="Name"
          autoComplete="nickname"
          hint={`Up to ${maxNameLength} characters`}
          error={errors.name?.message}
          {...register("name")}
        />
        <TextArea
          label="Bio"
          optional
          rows={5}
          hint={`Up to ${maxBioLength.toLocaleString("en")} characters`}
          error={errors.bio?.message}
          {...register("bio")}
        />
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

const asText = (flag: boolean) => (flag ? ("true" as const) : ("false" as const));

function profileForm({ name, bio, link, profilePic, banner, removeProfileImg, removeBannerImg }: Fields) {
  return {
    fields: {
      name,
      bio,
      link,
      removeProfileImg: asText(removeProfileImg),
      removeBannerImg: asText(removeBannerImg),
    },
    files: { profileImg: profilePic ? [profilePic] : [], BannerImg: banner ? [banner] : [] },
  };
}

/** Saves the profile, updates the stored user and goes to the profile under the new name. */
function useSaveProfile({ profile, onSaving, onSaved }: Omit<EditProfileFormProps, "id" | "saving">) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const changeUser = useChangeUser();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const save = async (fields: Fields) => {
    leaving.current = new AbortController();
    onSaving(true);
    return call(
      editProfile,
      { form: profileForm(fields) },
      { fallback: failed, signal: leaving.current.signal },
    );
  };
  const { mutate } = useAction(save, {
    mutationKey: editProfileKey,
    errorToast: false,
    // At once: a disabled field can't be focused.
    onSettled: () => flushSync(() => onSaving(false)),
  });
  const keep = async (saved: SavedProfile) => {
    storeProfile(queries, { ...profile, ...saved }, [profile.name, saved.name]);
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
