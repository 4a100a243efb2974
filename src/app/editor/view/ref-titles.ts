import {
  faBook,
  faFileLines,
  faFolder,
  faGlobe,
  faLink,
  faPaperclip,
  faUser,
  type IconDefinition,
} from "@fortawesome/free-solid-svg-icons";
import { call } from "../../data/api.ts";
import { words } from "../../words/index.ts";
import { contentParams, contentPath, type WrittenContent } from "../content-source.ts";

/** A reference to something that a block or a link leads to. */
export interface ContentRef {
  readonly kind: string;
  readonly url?: string;
  readonly page?: string;
  readonly anchor?: string;
  readonly space?: string;
  readonly file?: string;
  readonly collection?: string;
  readonly user?: string;
}

/** What is shown of a reference. */
export interface RefTitle {
  readonly icon: IconDefinition;
  readonly title: string;
  readonly note?: string;
}

const known = new Map<string, RefTitle | undefined>();

/** The title of what a reference leads to. It is asked once; `onKnown` is called when it has arrived. */
export function titleOfRef(content: WrittenContent, ref: ContentRef, onKnown: () => void): RefTitle {
  if (ref.kind === "url") {
    const host = URL.canParse(ref.url ?? "") ? new URL(ref.url ?? "").hostname : "";
    return { icon: faLink, title: ref.url ?? "", note: host };
  }
  const id = JSON.stringify([content, ref]);
  if (!known.has(id)) {
    known.set(id, undefined);
    read(content, ref)
      .catch((): RefTitle => ({ icon: faLink, title: words.media.missingTarget }))
      .then((title) => {
        known.set(id, title);
        onKnown();
      });
  }
  return known.get(id) ?? { icon: faLink, title: words.common.loading };
}

async function read(content: WrittenContent, ref: ContentRef): Promise<RefTitle> {
  const { page, space, file, collection, user, anchor } = ref;
  const isHere = space === undefined || space === content.space;
  const place: WrittenContent = isHere ? content : { space };
  const params = contentParams(place);
  if (page !== undefined) {
    const path = `GET ${contentPath(place)}/page/:pageId` as "GET /spaces/:spaceId/content/page/:pageId";
    const { title, ...rest } = await call(path, { ...params, pageId: page });
    const note =
      anchor === undefined ? ("description" in rest ? String(rest.description ?? "") : "") : `#${anchor}`;
    return { icon: faFileLines, title, note };
  }
  if (file !== undefined) {
    const path = `GET ${contentPath(place)}/files/:fileId` as "GET /spaces/:spaceId/content/files/:fileId";
    return { icon: faPaperclip, title: (await call(path, { ...params, fileId: file })).name };
  }
  if (collection !== undefined) {
    const found = await call("GET /collections/:collectionId", { collectionId: collection });
    return { icon: faFolder, title: found.title };
  }
  if (user !== undefined) {
    const { displayName } = await call("GET /users/:userId", { userId: user });
    return { icon: faUser, title: displayName };
  }
  if (space !== undefined)
    return { icon: faBook, title: (await call("GET /spaces/:spaceId", { spaceId: space })).title };
  return { icon: faGlobe, title: anchor === undefined ? ref.kind : `#${anchor}` };
}
