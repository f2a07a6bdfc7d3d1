import { Link2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { messagesPath } from "#core/paths.ts";
import type { User } from "#modules/people/contract/people.ts";
import { isFormerMember } from "#modules/people/rules/former-member.ts";
import { roleLabels } from "#modules/people/rules/people.ts";
import { bioPreview, readableLink } from "#modules/profiles/rules/profiles.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { Perforations } from "#ui/perforations.tsx";

import { PublishedVideos } from "../published-videos/published-videos.tsx";
import { RatingStars } from "../ratings/rating-stars.tsx";
import { Reviews } from "../ratings/reviews.tsx";
import { EditProfileDialog } from "./edit-profile-dialog.tsx";
import { FinishProfile } from "./finish-profile.tsx";

/** The profile below the header, which shows the name. */
export function ProfileView({ profile }: { profile: User }) {
  const viewer = useUser();
  const [editing, setEditing] = useState<boolean | null>(null);
  const role = profile.role === "NORMAL" ? null : profile.role;
  const isEditor = role === "EDITOR";
  return (
    <article aria-label={profile.name}>
      <Banner src={profile.bannerImgUrl} />
      <div className="flex flex-wrap items-end justify-between gap-4 px-4 sm:px-6">
        <Avatar
          name={profile.name || profile.email}
          src={profile.profileImgUrl}
          size={120}
          className="relative -mt-15 border-4 border-background"
        />
        {profile.editable && <Button onClick={() => setEditing(true)}>Edit Profile</Button>}
        {viewer && viewer.id !== profile.id && !isFormerMember(profile) && !profile.suspended && (
          <Link to={messagesPath(viewer.role, profile.id)} className={buttonClass("primary")}>
            chat
          </Link>
        )}
      </div>
      <div className="mt-4 px-4 sm:px-6">
        {role && <Badge>{roleLabels[role]}</Badge>}
        {profile.suspended && (
          <Badge tone="fault" className="ml-2">
            Suspended
          </Badge>
        )}
        {profile.suspended && (
          <p className="mt-3 text-soft">
            This account is suspended. It can't be assigned or receive messages until it is restored.
          </p>
        )}
        {profile.editable && <FinishProfile profile={profile} onEdit={() => setEditing(true)} />}
        <Bio text={profile.bio} own={profile.editable} />
        <AttachedLink link={profile.attachedLinks[0]} />
        {role && <Figures profile={profile} isEditor={isEditor} />}
        {isEditor && <Reviews username={profile.name} />}
        {role && <PublishedVideos username={profile.name} role={role} own={profile.editable} />}
      </div>
      {editing !== null && <EditProfileDialog open={editing} onOpenChange={setEditing} profile={profile} />}
    </article>
  );
}

/** The banner, or an empty film strip. */
function Banner({ src }: { src: string }) {
  const [broken, setBroken] = useState<string>();
  const frame = "aspect-[4/1] min-h-32 w-full rounded-sm";
  if (src && src !== broken) {
    return (
      <img src={src} alt="" onError={() => setBroken(src)} className={`${frame} bg-raised object-cover`} />
    );
  }
  return (
    <div aria-hidden className={`${frame} flex flex-col justify-between bg-raised py-3`}>
      <Perforations />
      <Perforations />
    </div>
  );
}

function Bio({ text, own }: { text: string | null; own: boolean }) {
  const [open, setOpen] = useState(false);
  if (!text) {
    return (
      <p className="mt-3 text-faint">
        {own ? "No bio yet. Describe your work in a few words." : "No bio yet."}
      </p>
    );
  }
  return (
    <>
      <ExpandableText
        text={text}
        limit={bioPreview}
        onMore={() => setOpen(true)}
        className="mt-3 max-w-prose text-soft"
      />
      <Dialog open={open} onOpenChange={setOpen} title="Bio">
        <p className="whitespace-pre-line text-soft">{text}</p>
      </Dialog>
    </>
  );
}

function AttachedLink({ link }: { link: string | undefined }) {
  return (
    <p className="mt-4 flex min-w-0 items-center gap-2 text-sm">
      <Link2 aria-hidden className="size-4 shrink-0 text-faint" />
      {link ? (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="link truncate pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          {readableLink(link)}
        </a>
      ) : (
        <span className="text-faint">No links available</span>
      )}
    </p>
  );
}

/** Rating and completed tasks of an editor, or uploaded videos of a youtuber. */
function Figures({ profile, isEditor }: { profile: User; isEditor: boolean }) {
  return (
    <div className="mt-8 flex flex-wrap gap-x-10 gap-y-4 border-t pt-5">
      {isEditor ? (
        <>
          <RatingStars rating={profile.rating} ratingCount={profile.ratingCount} />
          <Figure label="Task completed" value={profile.tasksCompleted} />
        </>
      ) : (
        <Figure label="Videos uploaded" value={profile.videosUploaded} />
      )}
    </div>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <p className="text-soft">
      {label}: <span className="font-medium text-ink tabular-nums">{value}</span>
    </p>
  );
}
