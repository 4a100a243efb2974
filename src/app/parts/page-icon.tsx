import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import { urlOf } from "../navigation/router.ts";
import { Icon } from "./icon.tsx";
import { Emoji } from "./small.tsx";

/** An icon by the name that authors choose. The server draws it as on published sites. */
export function NamedIcon({ name }: { readonly name: string }) {
  return <span class="named-icon" aria-hidden="true" style={{ maskImage: iconImage(name) }} />;
}

/** The drawing of an icon as a value of style sheets. */
export function iconImage(name: string): string {
  return `url("${urlOf(`/icons/${encodeURIComponent(name)}`)}")`;
}

/** The emoji or the icon of a page. */
export function PageIcon({
  emoji,
  icon,
  fallback,
}: {
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
  readonly fallback: IconDefinition;
}) {
  if (emoji || !icon) return <Emoji code={emoji} fallback={<Icon of={fallback} />} />;
  return (
    <span class="item-icon">
      <NamedIcon name={icon} />
    </span>
  );
}
