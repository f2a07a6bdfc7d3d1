/** The first stop of the Tab key; jumps to the element with id `content`. */
export function SkipLink() {
  return (
    <a href="#content" className="skip-link">
      Skip to content
    </a>
  );
}
