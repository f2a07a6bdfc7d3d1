import { Link } from "react-router";

import { ContactBlock } from "./contact-block.tsx";
import { LegalPage, type LegalSection } from "./legal-page.tsx";
import { PageHead } from "./page-head.tsx";
import { GooglePermissions, GooglePrivacy, YouTubeTerms } from "./platform-links.tsx";

/** Ids and order: specification, section 2, "Privacy and Terms pages". */
const sections: LegalSection[] = [
  {
    id: "introduction",
    title: "Introduction",
    body: (
      <>
        <p>
          Reelay lets you hand a video to an editor, review what comes back, and have the server publish it.
          This page says what Reelay keeps of you for that, and what you can do about it.
        </p>
        <p>
          Reelay uses YouTube API Services. What Google does with data is described in the <GooglePrivacy />.
        </p>
      </>
    ),
  },
  {
    id: "information-collection",
    title: "Information we collect",
    body: (
      <>
        <p>
          What you give us when you join: your email, your role, a password that is stored only as a hash, and
          the profile that you write.
        </p>
        <p>And, as you use Reelay:</p>
        <ul>
          <li>
            <strong className="font-medium text-ink">Channel data:</strong> the id, name and picture of the
            YouTube channel that you connect.
          </li>
          <li>
            <strong className="font-medium text-ink">OAuth tokens:</strong> the permission that Google gives
            us to upload to that channel, stored encrypted.
          </li>
          <li>
            <strong className="font-medium text-ink">Uploaded video metadata:</strong> title, description,
            tags, the made-for-kids choice, visibility, size and technical format, and the videos themselves
            while they are under review.
          </li>
          <li>
            <strong className="font-medium text-ink">Thumbnails</strong> and other pictures that you add to
            tasks and profiles.
          </li>
          <li>
            <strong className="font-medium text-ink">Activity logs:</strong> what happened to a task and when,
            your consent to each publication, and the browser that a session was opened with.
          </li>
          <li>
            <strong className="font-medium text-ink">Session cookies,</strong> described under{" "}
            <a href="#cookies" className="link">
              Cookies
            </a>
            .
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "use-of-information",
    title: "How we use it",
    body: (
      <ul>
        <li>To show a task, its versions and its feedback to the two people who work on it.</li>
        <li>To prepare videos so that they play in your browser.</li>
        <li>
          To upload the video that you approved to the channel that you chose, after you consented, and to
          show how far it is.
        </li>
        <li>To tell you when something needs you.</li>
        <li>To keep accounts safe, for example by counting failed sign-ins.</li>
      </ul>
    ),
  },
  {
    id: "information-sharing",
    title: "Who sees it",
    body: (
      <>
        <p>
          Only a task's creator and its editor see the task and its videos. Your public profile (name,
          picture, bio, link, rating and counts) is seen by other people on Reelay; your email is not.
        </p>
        <p>
          When you publish, the video, its thumbnail and its details go to YouTube through YouTube API
          Services. We do not sell data or pass it to advertisers. Where the law demands it, we have to hand
          out what it names.
        </p>
      </>
    ),
  },
  {
    id: "cookies",
    title: "Cookies",
    body: (
      <p>
        Reelay sets the session cookie that keeps you signed in, and short-lived ones while you sign in or
        reset a password. Scripts can't read them, and they go to no other site. The session cookie ends 30
        days after your last visit or when you log out, the others after minutes. Your browser also stores
        your profile and your choice of theme for Reelay. There are no advertising or tracking cookies.
      </p>
    ),
  },
  {
    id: "data-security",
    title: "Data security",
    body: (
      <>
        <p>
          Passwords are hashed, platform tokens are encrypted, and addresses of videos are signed and expire.
          No system is perfectly safe; if something happens to your data, we tell you.
        </p>
        <p>
          A version's video is deleted when its review window ends, 10 hours by default, unless you approve
          it. Tokens are deleted when you disconnect your channel.
        </p>
      </>
    ),
  },
  {
    id: "user-rights",
    title: "Your rights",
    body: (
      <>
        <p>
          You can correct your profile at any time, and ask us for a copy of your data or for its deletion
          through the contact below.
        </p>
        <p>
          You can take back Reelay's access to your channel whenever you want: disconnect the channel in
          Reelay, or remove the access on the <GooglePermissions />. Either way nothing more can be uploaded,
          and we delete the tokens and the channel data that we hold.
        </p>
      </>
    ),
  },
  {
    id: "policy-changes",
    title: "Changes to this policy",
    body: (
      <p>
        When this policy changes, the date at the top changes with it. A change in what we collect or share is
        announced before it takes effect.
      </p>
    ),
  },
  {
    id: "contact-us",
    title: "Contact us",
    body: (
      <>
        <p>
          For questions about your data. The rules of using Reelay are in the{" "}
          <Link to="/terms-and-conditions" className="link">
            terms and conditions
          </Link>
          ; YouTube's are in the <YouTubeTerms />.
        </p>
        <ContactBlock />
      </>
    ),
  },
];

/** The privacy policy. */
export function Privacy() {
  return (
    <>
      <PageHead
        title="Privacy policy · Reelay"
        description="What Reelay keeps of you, who sees it, how long it stays, and how you take back access to your YouTube channel."
      />
      <LegalPage
        title="Privacy policy"
        summary="What Reelay keeps of you, why, who sees it, and how you take it back."
        sections={sections}
      />
    </>
  );
}
