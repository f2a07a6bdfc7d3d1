import { Link } from "react-router";

import { privacyPath } from "#core/paths.ts";

import { ContactBlock } from "../contact/contact-block.tsx";
import { LegalPage, type LegalSection } from "../legal/legal-page.tsx";
import { GooglePermissions, GooglePrivacy, YouTubeTerms } from "../legal/platform-links.tsx";

const sections: LegalSection[] = [
  {
    id: "agreement",
    title: "Agreement",
    body: (
      <p>
        By using Reelay you agree to these terms and to the{" "}
        <Link to={privacyPath} className="link">
          privacy policy
        </Link>
        . If you do not agree, do not use Reelay.
      </p>
    ),
  },
  {
    id: "age",
    title: "Who may use Reelay",
    body: (
      <p>
        You must be at least 13 years old. If your country requires a higher age to agree to terms like these,
        that age applies, or a parent or guardian must agree for you.
      </p>
    ),
  },
  {
    id: "youtube",
    title: "YouTube",
    body: (
      <>
        <p>
          Reelay publishes through YouTube API Services. By using Reelay you agree to be bound by the{" "}
          <YouTubeTerms />. The <GooglePrivacy /> describes how Google handles data.
        </p>
        <p>
          Reelay uploads only to destinations that you connect, only approved videos, and only after you or a
          manager whom you allow to publish consents. You can revoke this permission at any time in Reelay or
          on the <GooglePermissions />.
        </p>
      </>
    ),
  },
  {
    id: "account",
    title: "Your account",
    body: (
      <p>
        Use a real email address, keep your password secret, and contact us if another person uses your
        account. You are responsible for activity on your account. If you log in with single sign-on, your
        organization decides who has access to your account.
      </p>
    ),
  },
  {
    id: "teams",
    title: "Teams and operators",
    body: (
      <>
        <p>
          Creators can invite managers to their team and choose whether they create tasks, review or publish.
          What managers do in a creator's name counts as done by the creator, who can remove them at any time.
        </p>
        <p>
          Operators run this server. They can suspend and delete accounts, limit storage, and cancel
          publications.
        </p>
      </>
    ),
  },
  {
    id: "your-videos",
    title: "Your videos",
    body: (
      <>
        <p>
          You keep all rights to what you upload. You allow Reelay to store and convert it, to show it to the
          people who can see the task, and to send it to the destinations that the creator chooses and
          consents to, and nothing else.
        </p>
        <p>
          You confirm that you have the right to use what you upload, and that it is lawful and doesn't
          infringe anyone's copyright or privacy. Creators and editors agree between themselves on ownership
          and payment of edits.
        </p>
      </>
    ),
  },
  {
    id: "deletion",
    title: "The review window",
    body: (
      <p>
        Reelay is not a backup. A version that is not approved within its review window, 10 hours by default,
        is deleted, and the editor has to upload it again. Keep your original files.
      </p>
    ),
  },
  {
    id: "conduct",
    title: "Acceptable use",
    body: (
      <ul>
        <li>Do not upload unlawful or harmful content.</li>
        <li>Do not try to access other users' data.</li>
        <li>Do not overload the service or circumvent its limits.</li>
      </ul>
    ),
  },
  {
    id: "ending",
    title: "Termination",
    body: (
      <p>
        You can stop using Reelay at any time. We may close accounts that violate these terms. Videos that
        were published stay at their destinations until you remove them there.
      </p>
    ),
  },
  {
    id: "liability",
    title: "Liability",
    body: (
      <p>
        Reelay is provided as is. As far as the law permits, we are not liable for lost profits or for what a
        destination does with a video. Liability that the law does not allow us to exclude remains.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes to these terms",
    body: (
      <p>
        When these terms change, we update the date at the top. By continuing to use Reelay after that, you
        agree to the new terms.
      </p>
    ),
  },
  {
    id: "contact-us",
    title: "Contact us",
    body: <ContactBlock />,
  },
];

export function Terms() {
  return (
    <>
      <title>Terms and conditions · Reelay</title>
      <LegalPage
        title="Terms and conditions"
        summary="The rules of using Reelay, in plain English."
        sections={sections}
      />
    </>
  );
}
