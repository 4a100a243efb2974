import {
  defaultOrFirst,
  type ResolvedUrl,
  type SiteSpaceLocation,
  siblingsOf,
  siteSpacesOf,
} from "../../publishing/index.ts";

/** Where a search looks: in the open site space, also in the defaults of the other sections, or in all variants. */
export type SearchScope = "here" | "sections" | "variants";

type Place = Pick<ResolvedUrl, "view" | "section" | "siteSpace">;

/** The site spaces of each scope that differs from the smaller ones. The first site space is the open one. */
export function searchScopesOf({ view, section, siteSpace }: Place): Map<SearchScope, SiteSpaceLocation[]> {
  const others = siteSpacesOf(view.visible).filter((other) => {
    const { id, isHidden } = other.siteSpace;
    return !isHidden && id !== siteSpace.id;
  });
  const isDefault = (other: SiteSpaceLocation) => {
    const siblings = siblingsOf(view.visible, other).filter(({ isHidden }) => !isHidden);
    return defaultOrFirst(siblings)?.id === other.siteSpace.id;
  };
  const here: SiteSpaceLocation[] = [{ section, siteSpace }];
  const defaults = others.filter((other) => other.section?.id !== section?.id && isDefault(other));
  const scopes = new Map([["here" as SearchScope, here]]);
  if (defaults.length > 0) scopes.set("sections", [...here, ...defaults]);
  const rest = others.filter((other) => !defaults.includes(other));
  if (rest.length > 0) scopes.set("variants", [...here, ...defaults, ...rest]);
  return scopes;
}

/** The scope that a search has unless the reader chooses one. */
export function defaultScope(scopes: ReadonlyMap<SearchScope, unknown>): SearchScope {
  return scopes.has("sections") ? "sections" : "here";
}

/** The scopes that a reader can choose from, the default first. None if there is only one. */
export function scopesToChoose(place: Place): SearchScope[] {
  const scopes = searchScopesOf(place);
  const first = defaultScope(scopes);
  return scopes.size === 1 ? [] : [first, ...scopes.keys().filter((scope) => scope !== first)];
}
