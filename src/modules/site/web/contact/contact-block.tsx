import { useContact } from "./use-contact.ts";

/** Contact details of the operator. */
export function ContactBlock() {
  const contact = useContact();
  if (contact === null) return <div className="h-24" />;
  const { email, address, phone } = contact;
  if (email === null && address === null && phone === null)
    return <p>This server has no public contact details. Ask its operator.</p>;
  return (
    <address className="not-italic">
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-3">
        {email !== null && (
          <>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${email}`} className="link">
                {email}
              </a>
            </dd>
          </>
        )}
        {address !== null && (
          <>
            <dt>Address</dt>
            <dd className="text-ink">{address}</dd>
          </>
        )}
        {phone !== null && (
          <>
            <dt>Phone</dt>
            <dd>
              <a href={`tel:${phone.replace(/[^+\d]/gu, "")}`} className="link">
                {phone}
              </a>
            </dd>
          </>
        )}
      </dl>
    </address>
  );
}
