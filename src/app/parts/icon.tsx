import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";

/** An icon of Font Awesome. It has no name of its own: the text or the label beside it says what it means. */
export function Icon({ of: { icon } }: { readonly of: IconDefinition }) {
  const [width, height, , , path] = icon;
  return (
    <svg class="icon" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={typeof path === "string" ? path : path.join("")} />
    </svg>
  );
}
