/** A tab title with the number of unread entries in front: `(3) Tasks · Reelay`; without it for 0. */
export function withUnread(title: string, unread: number): string {
  const plain = title.replace(/^\(\d+\+?\) /, "");
  if (unread === 0) return plain;
  return `(${unread > 99 ? "99+" : unread}) ${plain}`;
}
