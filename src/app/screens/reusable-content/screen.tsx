import { useList, useQuery } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { Document } from "../../parts/document.tsx";
import { LocationList } from "../../parts/location-link.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

interface Params {
  readonly space: string;
  readonly reusableContent: string;
}

/** A reusable content, and the pages that include it. */
export function Screen({ space, reusableContent }: Params) {
  const texts = words.materials.reusableContents;
  const params = { spaceId: space, reusableContentId: reusableContent };
  const data = useQuery("GET /spaces/:spaceId", { spaceId: space }).data;
  const content = useQuery("GET /spaces/:spaceId/content/reusable-contents/:reusableContentId/html", params);
  const included = useList(
    "GET /spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks",
    params,
    { limit: 100 },
  );
  const crumbs = [
    { label: data?.title ?? "", href: urlOf(`/spaces/${space}`) },
    { label: texts.title, href: urlOf(`/spaces/${space}/reusable-contents`) },
  ];
  return (
    <Loaded query={content}>
      {({ title, document: { html, styles, language, direction } }) => (
        <>
          <ScreenHeader title={title} crumbs={crumbs} />
          <div class="material-document">
            <Document html={html} styles={styles} language={language} direction={direction} />
          </div>
          <section class="section" aria-label={texts.includedBy}>
            <h2>{texts.includedBy}</h2>
            <Loaded query={included}>
              {(locations) => <LocationList locations={locations} empty={texts.notIncluded} />}
            </Loaded>
          </section>
        </>
      )}
    </Loaded>
  );
}
