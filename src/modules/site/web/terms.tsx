import { Link } from "react-router";

import { ContactBlock } from "./contact-block.tsx";
import { LegalPage, type LegalSection } from "./legal-page.tsx";
import { PageHead } from "./page-head.tsx";
import { GooglePermissions, GooglePrivacy, YouTubeTerms } from "./platform-links.tsx";

const sections: LegalSection[] = [
  {
    id: "agreement",
    title: "Agreement",
    body: (
      <p>
        By using Reelay you agree to these terms and to the{" "}
        <Link to="/privacy" className="link">
          privacy policy
        </Link>
        . If you don't, please don't use it.
      </p>
    ),
  },
  {
    id: "age",
    title: "Who may use Reelay",
    body: (
      <p>
        You must be at least 13 years old. Where the law of your country asks for more to agree to terms like
        these, that age applies, or a parent or guardian agrees for you.
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
          <YouTubeTerms />. How Google handles data is described in the <GooglePrivacy />.
        </p>
        <p>
          Reelay uploads only to the channel that you connect, only what you approved, and only after you say
          so. You can take this permission back at any time, in Reelay or on the <GooglePermissions />.
        </p>
      </>
    ),
  },
  {
    id: "account",
    title: "Your account",
    body: (
      <p>
        Give a true email, keep your password to yourself, and tell us when somebody else uses your account.
        What is done through your account counts as done by you.
      </p>
    ),
  },
  {
    id: "your-videos",
    title: "Your videos",
    body: (
      <>
        <p>
          What you upload stays yours. You let Reelay store, convert and show it to the other person of the
          task, and send it to YouTube when the creator says so; no more than that.
        </p>
        <p>
          You promise that you may use what you upload, and that it breaks no law, no copyright and nobody's
          privacy. Creators and editors settle between themselves who owns an edit and what it costs.
        </p>
      </>
    ),
  },
  {
    id: "deletion",
    title: "The review window",
    body: (
      <p>
        Reelay is not an archive. A version that is not approved within its review window, 10 hours by
        default, is deleted, and the editor has to upload it again. Keep your originals.
      </p>
    ),
  },
  {
    id: "conduct",
    title: "Fair use",
    body: (
      <ul>
        <li>Don't upload anything unlawful, or anything that harms others.</li>
        <li>Don't try to reach what belongs to somebody else.</li>
        <li>Don't overload the service or get around its limits.</li>
      </ul>
    ),
  },
  {
    id: "ending",
    title: "Ending it",
    body: (
      <p>
        You may stop at any time. We may close an account that breaks these terms. Videos already on YouTube
        stay there until you remove them on YouTube.
      </p>
    ),
  },
  {
    id: "liability",
    title: "What we answer for",
    body: (
      <p>
        Reelay is in early access and is offered as it is. As far as the law allows, we don't answer for lost
        profits or for what YouTube does with a video. What the law says we must answer for, we do.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes to these terms",
    body: (
      <p>
        When these terms change, the date at the top changes with them. Whoever goes on using Reelay after
        that agrees to the new ones.
      </p>
    ),
  },
  {
    id: "contact-us",
    title: "Contact us",
    body: <ContactBlock />,
  },
];

/** The terms and conditions. */
export function Terms() {
  return (
    <>
      <PageHead
        title="Terms and conditions · Reelay"
        description="The rules of using Reelay: who may use it, what stays yours, what happens to videos, and the YouTube terms that apply."
      />
      <LegalPage
        title="Terms and conditions"
        summary="The rules of using Reelay, in plain words."
        sections={sections}
      />
    </>
  );
}
