import type { ReactNode } from "react";
import { Link } from "react-router";

import { howItWorksPath, pricingPath, privacyPath, termsPath, whatWeSolvePath } from "#core/paths.ts";
import { Logo } from "#ui/logo.tsx";

import type { Contact } from "../rules/contact.ts";
import { useContact } from "./contact/use-contact.ts";
import { container } from "./container.ts";

const pages = [
  ["How it works", howItWorksPath],
  ["What we solve", whatWeSolvePath],
  ["Pricing", pricingPath],
] as const;

const legalPages = [
  ["Privacy", privacyPath],
  ["Terms and conditions", termsPath],
] as const;

const entry =
  "inline-flex min-h-8 items-center text-soft transition-colors hover:text-ink pointer-coarse:min-h-11";

/** Footer of every public page. */
export function Footer() {
  const contact = useContact();
  return (
    <footer className="border-t">
      <div
        className={`${container} grid min-h-64 content-start gap-x-10 gap-y-8 py-12 text-sm md:grid-cols-[1fr_auto_auto_minmax(8rem,auto)] wide:gap-x-20`}
      >
        <div>
          <Link to="/" className="inline-flex min-h-11 items-center">
            <Logo />
          </Link>
          <p className="mt-1 text-soft">Upload once, review, publish.</p>
        </div>
        <Column label="Product">
          {pages.map(([label, href]) => (
            <Link key={href} to={href} className={entry}>
              {label}
            </Link>
          ))}
        </Column>
        <Column label="Legal">
          {legalPages.map(([label, href]) => (
            <Link key={href} to={href} className={entry}>
              {label}
            </Link>
          ))}
        </Column>
        {contact && hasDetails(contact) && (
          <Column label="Support">
            {contact.email !== null && (
              <a href={`mailto:${contact.email}`} className={entry}>
                {contact.email}
              </a>
            )}
            {contact.phone !== null && (
              <a href={`tel:${contact.phone.replace(/[^+\d]/gu, "")}`} className={entry}>
                {contact.phone}
              </a>
            )}
            {contact.address !== null && (
              <address className="max-w-56 py-1 text-soft not-italic">{contact.address}</address>
            )}
            {contact.social.map(({ name, url }) => (
              <a key={url} href={url} rel="noreferrer" className={entry}>
                {name}
              </a>
            ))}
          </Column>
        )}
      </div>
    </footer>
  );
}

function hasDetails({ email, phone, address, social }: Contact): boolean {
  return email !== null || phone !== null || address !== null || social.length > 0;
}

function Column({ label, children }: { label: string; children: ReactNode[] | ReactNode }) {
  return (
    <nav aria-label={label} className="flex flex-col items-start">
      <p className="mb-1 font-medium text-ink">{label}</p>
      {children}
    </nav>
  );
}
