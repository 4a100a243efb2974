import { faLinkSlash } from "@fortawesome/free-solid-svg-icons";
import type { ContentLocation } from "../../data/api-types.ts";
import { useList } from "../../data/queries.ts";
import { Icon } from "../../parts/icon.tsx";
import { LocationLink } from "../../parts/location-link.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import type { ContentPlace } from "./content-place.ts";

/** The pages that link to a page, and its links that lead nowhere. */
export function PageLinks({ place, pageId }: { readonly place: ContentPlace; readonly pageId: string }) {
  const { space, revision, changeRequest } = place;
  if (revision !== undefined) return <p class="hint">{words.reading.links.notInRevision}</p>;
  if (changeRequest !== undefined)
    return <ChangeRequestLinks space={space} changeRequest={changeRequest} pageId={pageId} />;
  return <PrimaryLinks space={space} pageId={pageId} />;
}

const brokenOnly = { status: "broken", limit: 100 } as const;
const firstHundred = { limit: 100 };

function PrimaryLinks({ space, pageId }: { readonly space: string; readonly pageId: string }) {
  const params = { spaceId: space, pageId };
  const backlinks = useList("GET /spaces/:spaceId/content/page/:pageId/backlinks", params, firstHundred);
  const broken = useList("GET /spaces/:spaceId/content/page/:pageId/links", params, brokenOnly);
  return <LinkLists backlinks={backlinks} broken={broken} />;
}

function ChangeRequestLinks(props: {
  readonly space: string;
  readonly changeRequest: string;
  readonly pageId: string;
}) {
  const params = { spaceId: props.space, changeRequestId: props.changeRequest, pageId: props.pageId };
  const backlinks = useList(
    "GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/backlinks",
    params,
    firstHundred,
  );
  const broken = useList(
    "GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/links",
    params,
    brokenOnly,
  );
  return <LinkLists backlinks={backlinks} broken={broken} />;
}

interface Found<Item> {
  readonly data?: readonly Item[];
  readonly count?: number;
  readonly error?: unknown;
}

function LinkLists({
  backlinks,
  broken,
}: {
  readonly backlinks: Found<ContentLocation>;
  readonly broken: Found<{ readonly targetReference: ContentLocation }>;
}) {
  const texts = words.reading.links;
  return (
    <>
      <section class="panel-section" aria-label={texts.broken}>
        <h3>{texts.broken}</h3>
        <Items found={broken} none={texts.noneBroken}>
          {({ targetReference }) => (
            <span class="broken-link">
              <Icon of={faLinkSlash} />
              <code>{targetReference.url ?? targetReference.page?.title ?? ""}</code>
            </span>
          )}
        </Items>
      </section>
      <section class="panel-section" aria-label={texts.to}>
        <h3>{texts.to}</h3>
        <Items found={backlinks} none={texts.noneTo}>
          {(location) => <LocationLink location={location} />}
        </Items>
      </section>
    </>
  );
}

function Items<Item>({
  found,
  none,
  children,
}: {
  readonly found: Found<Item>;
  readonly none: string;
  readonly children: (item: Item) => preact.ComponentChildren;
}) {
  const { data, count = 0, error } = found;
  if (data === undefined) return error === undefined ? <Skeleton lines={2} /> : <Failure error={error} />;
  if (data.length === 0) return <p class="hint">{none}</p>;
  return (
    <>
      <ul class="link-list">
        {data.map((item, i) => (
          <li key={i}>{children(item)}</li>
        ))}
      </ul>
      {count > data.length && <p class="hint">{words.reading.links.more(count - data.length)}</p>}
    </>
  );
}
