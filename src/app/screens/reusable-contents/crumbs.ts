import { useQuery } from "../../data/queries.ts";
import type { WrittenContent } from "../../editor/content-source.ts";
import { urlOf } from "../../navigation/router.ts";
import { words } from "../../words/index.ts";
import { pathOfContent, useChangeRequest } from "../space/content-place.ts";

/** What leads to the reusable contents: the space, and the change request that has them. */
export function useContentCrumbs(content: WrittenContent) {
  const space = useQuery("GET /spaces/:spaceId", { spaceId: content.space }).data;
  const changeRequest = useChangeRequest(content).data;
  const crumbs = [];
  if (space) crumbs.push({ label: space.title, href: urlOf(`/spaces/${content.space}`) });
  if (changeRequest) {
    const { number, subject } = changeRequest;
    const label = `#${number} ${subject || words.reading.changeRequest.untitled}`;
    crumbs.push({ label, href: urlOf(pathOfContent(content)) });
  }
  return crumbs;
}
