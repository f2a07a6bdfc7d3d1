/** What pressing the button means; the platform wants it said beside the button (platform reference 3.1). */
export function Certification({ termsUrl }: { termsUrl: string }) {
  return (
    <p className="mt-8 max-w-prose border-t pt-6 text-sm text-soft">
      By pressing “Start upload” you certify that the content you are uploading complies with the{" "}
      <a href={termsUrl} target="_blank" rel="noreferrer" className="link">
        YouTube Terms of Service
      </a>{" "}
      ({termsUrl.replace("https://", "")}), including the YouTube Community Guidelines, and that it violates
      nobody's copyright or privacy rights. Reelay keeps a record of what you agreed to here.
    </p>
  );
}
