import type { PageHtml } from "../../data/api-types.ts";
import { place as currentPlace, urlOf } from "../../navigation/router.ts";
import { words } from "../../words/index.ts";
import { type ContentPlace, pathOfPage } from "./content-place.ts";
import { PageHistory } from "./history.tsx";
import { PageLinks } from "./links.tsx";

const panels = ["outline", "history", "links"] as const;
type Panel = (typeof panels)[number];

/** What is known about the open page. The chosen panel is in the address. */
export function PagePanel({ place, page }: { readonly place: ContentPlace; readonly page: PageHtml }) {
  const texts = words.reading;
  const chosen = currentPlace.value.query.get("panel");
  const panel: Panel = panels.find((name) => name === chosen) ?? "outline";
  const path = pathOfPage(place, page.id);
  return (
    <aside class="page-panel" aria-label={texts.panel}>
      <nav class="tabs" aria-label={texts.panel}>
        {panels.map((name) => (
          <a
            key={name}
            href={urlOf(name === "outline" ? path : `${path}?panel=${name}`)}
            aria-current={name === panel ? "page" : undefined}
          >
            {texts.panels[name]}
          </a>
        ))}
      </nav>
      {panel === "outline" && <Outline path={path} page={page} />}
      {panel === "history" && <PageHistory key={page.id} place={place} pageId={page.id} />}
      {panel === "links" && <PageLinks key={page.id} place={place} pageId={page.id} />}
    </aside>
  );
}

function Outline({ path, page }: { readonly path: string; readonly page: PageHtml }) {
  const items = page.document?.outline ?? [];
  if (items.length === 0) return <p class="hint">{words.reading.noOutline}</p>;
  return (
    <ul class="outline">
      {items.map(({ id, title, level }) => (
        <li key={id} class={`outline-${level}`}>
          <a href={urlOf(`${path}#${encodeURIComponent(id)}`)}>{title}</a>
        </li>
      ))}
    </ul>
  );
}
