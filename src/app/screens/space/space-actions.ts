import {
  faClockRotateLeft,
  faFileImage,
  faLink,
  faPuzzlePiece,
  faRecycle,
  faTag,
} from "@fortawesome/free-solid-svg-icons";
import type { Space } from "../../data/api-types.ts";
import { useLibrary } from "../../data/library.ts";
import { useOrganizations } from "../../data/session.ts";
import { itemMenu } from "../../frame/library/item-menu.ts";
import { navigate, pathOfUrl } from "../../navigation/router.ts";
import { useActionsOf } from "../../parts/screen-actions.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, pathOfPage, reusableContentsOf } from "./content-place.ts";

/** Offers what can be done with an open space and its page in the command palette. */
export function useSpaceActions(space: Space, place: ContentPlace, pageId: string | undefined): void {
  const { library } = useLibrary(space.organization);
  const organization = useOrganizations()?.find(({ id }) => id === space.organization);
  const item = library?.byId.get(space.id);
  const texts = words.reading;
  const goTo = (label: string, icon: typeof faLink, path: string) => ({
    ...{ label, icon },
    run: () => navigate(path),
  });
  const page = pageId && pathOfPage(place, pageId);
  useActionsOf(space.title, [
    ...(page
      ? [
          goTo(texts.openHistory, faClockRotateLeft, `${page}?panel=history`),
          goTo(texts.openLinks, faLink, `${page}?panel=links`),
        ]
      : []),
    goTo(words.history.open, faClockRotateLeft, `/spaces/${space.id}/history`),
    goTo(texts.files, faFileImage, `/spaces/${space.id}/files`),
    goTo(texts.variables, faTag, `/spaces/${space.id}/variables`),
    goTo(words.frame.integrations, faPuzzlePiece, `/spaces/${space.id}/integrations`),
    goTo(texts.reusableContents, faRecycle, reusableContentsOf(place)),
    ...(item && library && organization
      ? itemMenu({ item, library, organization }).map(({ label, icon, href, onSelect }) => ({
          ...{ label, icon },
          run: () => (href === undefined ? onSelect?.() : navigate(pathOfUrl(href) ?? "/")),
        }))
      : []),
  ]);
}
