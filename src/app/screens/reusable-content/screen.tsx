import { useList, useQuery } from "../../data/queries.ts";
import { contentParams, contentPath, type WrittenContent } from "../../editor/content-source.ts";
import { urlOf } from "../../navigation/router.ts";
import { Document } from "../../parts/document.tsx";
import { LocationList } from "../../parts/location-link.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { useContentCrumbs } from "../reusable-contents/crumbs.ts";
import { pathOfContent } from "../space/content-place.ts";

interface Params extends WrittenContent {
  readonly reusableContent: string;
}

/** A reusable content of a space or a change request, and the pages that include it. */
export function Screen({ reusableContent, ...content }: Params) {
  const texts = words.materials.reusableContents;
  const route = `GET ${contentPath(content)}/reusable-contents/:reusableContentId/html` as const;
  const shown = useQuery(route, { ...contentParams(content), reusableContentId: reusableContent });
  const crumbs = [
    ...useContentCrumbs(content),
    { label: texts.title, href: urlOf(`${pathOfContent(content)}/reusable-contents`) },
  ];
  return (
    <Loaded query={shown}>
      {({ title, document: { html, styles, language, direction } }) => (
        <>
          <ScreenHeader title={title} crumbs={crumbs} />
          <div class="material-document">
            <Document html={html} styles={styles} language={language} direction={direction} />
          </div>
          {content.changeRequest === undefined && (
            <IncludedBy space={content.space} reusableContent={reusableContent} />
          )}
        </>
      )}
    </Loaded>
  );
}

/** The links of the primary content are known, those of change requests are not. */
function IncludedBy({ space, reusableContent }: Params) {
  const texts = words.materials.reusableContents;
  const included = useList(
    "GET /spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks",
    { spaceId: space, reusableContentId: reusableContent },
    { limit: 100 },
  );
  return (
    <section class="section" aria-label={texts.includedBy}>
      <h2>{texts.includedBy}</h2>
      <Loaded query={included}>
        {(locations) => <LocationList locations={locations} empty={texts.notIncluded} />}
      </Loaded>
    </section>
  );
}
