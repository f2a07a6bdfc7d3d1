/** Link to the element with id `content`, visible on focus. Render it first. */
export function SkipLink() {
  return (
    <a href="#content" className="skip-link">
      Skip to content
    </a>
  );
}
