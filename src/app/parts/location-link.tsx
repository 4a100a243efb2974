import { faFile, faRecycle } from "@fortawesome/free-solid-svg-icons";
import type { ContentLocation } from "../data/api-types.ts";
import { pathOfUrl, urlOf } from "../navigation/router.ts";
import { Icon } from "./icon.tsx";
import { Emoji } from "./small.tsx";

/** A link to a page or a reusable content, in its change request if the location is in one. */
export function LocationLink({ location }: { readonly location: ContentLocation }) {
  const { page, reusableContent, space, versionContext } = location;
  if (page) {
    const parent = versionContext && pathOfUrl(versionContext.changeRequest.urls.app);
    const path = parent ? `${parent}/pages/${page.id}` : `/spaces/${space?.id ?? ""}/pages/${page.id}`;
    return (
      <a class="location-link" href={urlOf(path)}>
        <Emoji code={page.emoji} fallback={<Icon of={faFile} />} />
        {page.title}
      </a>
    );
  }
  if (!reusableContent) return <span class="location-link">{location.url}</span>;
  return (
    <a
      class="location-link"
      href={urlOf(`/spaces/${space?.id ?? ""}/reusable-contents/${reusableContent.id}`)}
    >
      <Emoji fallback={<Icon of={faRecycle} />} />
      {reusableContent.title}
    </a>
  );
}

/** Links to several locations, or a text if there are none. */
export function LocationList({
  locations,
  empty,
}: {
  readonly locations: readonly ContentLocation[];
  readonly empty: string;
}) {
  if (locations.length === 0) return <p class="hint">{empty}</p>;
  return (
    <ul class="link-list">
      {locations.map((location, i) => (
        <li key={i}>
          <LocationLink location={location} />
        </li>
      ))}
    </ul>
  );
}
