/** Google's logo in the colours that its branding guidelines require. Decorative: the label beside it names Google. */
export function GoogleMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 48 48" className={className}>
      <path
        fill="#4285f4"
        d="M45 24.5c0-1.6-.1-2.7-.4-3.9H24v7.2h12c-.2 1.8-1.5 4.5-4.4 6.3l6.7 5.3c4.1-3.8 6.7-9 6.7-14.9Z"
      />
      <path
        fill="#34a853"
        d="M24 46c5.9 0 10.9-2 14.3-5.6l-6.7-5.3c-1.8 1.3-4.2 2.2-7.6 2.2-5.7 0-10.6-3.8-12.4-9.1l-7 5.4C8.1 40.8 15.5 46 24 46Z"
      />
      <path
        fill="#fbbc05"
        d="M11.6 28.2c-.5-1.3-.7-2.7-.7-4.2s.3-2.9.7-4.2l-7-5.4A22 22 0 0 0 2.2 24c0 3.5.9 6.8 2.4 9.6l7-5.4Z"
      />
      <path
        fill="#ea4335"
        d="M24 10.7c4 0 6.8 1.7 8.3 3.2l6-5.8C34.9 4.7 29.9 2 24 2 15.5 2 8.1 7.200 4.600 14.400l7 5.400c1.800-5.300 6.700-9.100 12.400-9.100Z"
      />
    </svg>
  );
}
