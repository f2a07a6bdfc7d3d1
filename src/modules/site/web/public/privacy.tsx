import { Link } from "react-router";

import { settingsPath, termsPath } from "#core/paths.ts";

import { ContactBlock } from "../contact/contact-block.tsx";
import { LegalPage, type LegalSection } from "../legal/legal-page.tsx";
import { GooglePermissions, GooglePrivacy, YouTubeTerms } from "../legal/platform-links.tsx";

const sections: LegalSection[] = [
  {
    id: "introduction",
    title: "Introduction",
    body: (
      <>
        <p>
          With Reelay you assign a video to an editor, review the result, and have the server publish it. This
          policy describes the data that this server stores for that, who can see it, and the choices you
          have.
        </p>
        <p>
          Reelay uses YouTube API Services. The <GooglePrivacy /> describes how Google handles data.
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
          When you sign up, you give us your email, your role, a password, which we store only as a hash, and
          the details of your profile. When you sign up with Google instead, we receive your email, your name
          and your picture from Google, and use the name and a copy of the picture for your profile, where you
          can change them. With single sign-on, your organization's login service sends us the same.
        </p>
        <p>When you use Reelay, we also collect:</p>
        <ul>
          <li>
            <strong className="font-medium text-ink">Channel data:</strong> the ID, name and picture of each
            channel that you connect, the address of each S3 bucket, and the name of each folder of the
            server.
          </li>
          <li>
            <strong className="font-medium text-ink">Tokens and keys:</strong> the permission to upload to
            these destinations, stored encrypted.
          </li>
          <li>
            <strong className="font-medium text-ink">Uploaded video metadata:</strong> title, description,
            tags, the made-for-kids setting, visibility, size and technical format, and the videos themselves
            while they are under review.
          </li>
          <li>
            <strong className="font-medium text-ink">Thumbnails</strong> and other images that you add to
            tasks and profiles.
          </li>
          <li>
            <strong className="font-medium text-ink">Messages and comments</strong> with their drawings,
            images and reactions.
          </li>
          <li>
            <strong className="font-medium text-ink">Teams:</strong> who belongs to a creator's team, what
            each manager is allowed to do, notes about editors, and the email addresses of people who are
            invited.
          </li>
          <li>
            <strong className="font-medium text-ink">Guests of a review link:</strong> the name that they
            enter, their comments, when they opened the link, and part of their IP address.
          </li>
          <li>
            <strong className="font-medium text-ink">Activity logs:</strong> what happened to a task and when,
            your consent to each publication, the browser used for each login session, when you were last
            active, and what operators do to accounts.
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
    title: "How we use your information",
    body: (
      <ul>
        <li>To show a task, its versions and its feedback to the people who work on it.</li>
        <li>To prepare videos for playback in your browser.</li>
        <li>
          To upload the video you approved to the destinations you chose, after you consented, and to show the
          progress.
        </li>
        <li>To notify you when your attention is needed.</li>
        <li>To keep accounts secure, for example by counting failed logins.</li>
      </ul>
    ),
  },
  {
    id: "information-sharing",
    title: "Who can see your information",
    body: (
      <>
        <p>A task, with its videos and comments, can be seen by:</p>
        <ul>
          <li>its creator,</li>
          <li>the managers of the creator's team,</li>
          <li>its editor, unless they declined the task,</li>
          <li>the contributors who were added to the task, and</li>
          <li>
            guests with a review link: only the version that the link is for, with its comments, until the
            link ends.
          </li>
        </ul>
        <p>
          Operators of this server see accounts in its administration: names, emails, storage used and last
          activity. They can suspend and delete accounts. The administration doesn't show them tasks, videos,
          comments or messages, but people who run a server can technically access everything that is stored
          on it.
        </p>
        <p>
          In a team, the creator and the managers see the members and the notes about editors, and the creator
          sees how many tasks of each editor are open and overdue and when they were last active. Messages can
          be seen only by you and the recipient. Other Reelay users can see your public profile (name,
          picture, bio, link, rating, counts and published videos), but not your email.
        </p>
        <p>
          When you publish, we send the video, its thumbnail, its captions and its details to the destinations
          you chose, to YouTube through YouTube API Services. We do not sell data or share it with
          advertisers. We disclose data where the law requires it.
        </p>
        <p>
          If you allow it, we read analytics of your published videos (views, retention, likes) from the
          channels that you connect. You see them, and so do your managers, and the editors of your videos
          unless you turn that off. We delete them when you disconnect the channel, and at the latest 30 days
          after we last read them.
        </p>
      </>
    ),
  },
  {
    id: "cookies",
    title: "Cookies",
    body: (
      <p>
        Reelay sets a session cookie that keeps you logged in, a cookie by which it recognizes a browser in
        which you have logged in before, and short-lived cookies while you log in or reset a password. Scripts
        can't read them, and they are not sent to other sites. The session cookie expires 30 days after your
        last visit or when you log out, the recognition of a browser 180 days after your last visit, and the
        others after a few minutes. Your browser also stores your profile, the last task list, unsaved changes
        of tasks and video details, unsent comments and messages, and your theme for Reelay. We use no
        advertising or tracking cookies.
      </p>
    ),
  },
  {
    id: "data-security",
    title: "Data security",
    body: (
      <>
        <p>
          Passwords are hashed, tokens and keys are encrypted, and video URLs are signed and expire. No system
          is perfectly secure; we will notify you if a breach affects your data.
        </p>
        <p>
          The video of a version is deleted when its review window ends, after 10 hours by default, unless you
          approve it. Tokens and keys are deleted when you disconnect a destination.
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
          You can edit your profile at any time. In{" "}
          <Link to={settingsPath("YOUTUBER")} className="link">
            Settings
          </Link>
          , “Download my data” gives you a copy of your data, and “Delete my account” deletes your account.
          You can also request both through the contact below.
        </p>
        <p>
          You can revoke Reelay's access to a channel or bucket at any time: disconnect it in Reelay, or
          remove the access at its platform, for YouTube on the <GooglePermissions />. In both cases Reelay
          can no longer upload to it, and we delete the stored tokens, keys and channel data.
        </p>
      </>
    ),
  },
  {
    id: "policy-changes",
    title: "Changes to this policy",
    body: (
      <p>
        When this policy changes, we update the date at the top. We notify you of changes to what we collect
        or share before they take effect.
      </p>
    ),
  },
  {
    id: "contact-us",
    title: "Contact us",
    body: (
      <>
        <p>
          Contact us with questions about your data. For the rules of using Reelay, see the{" "}
          <Link to={termsPath} className="link">
            terms and conditions
          </Link>
          ; for those of YouTube, see the <YouTubeTerms />.
        </p>
        <ContactBlock />
      </>
    ),
  },
];

export function Privacy() {
  return (
    <>
      <title>Privacy policy · Reelay</title>
      <LegalPage
        title="Privacy policy"
        summary="What data Reelay stores, why, who can see it, and how you control it."
        sections={sections}
      />
    </>
  );
}
