import type { Export } from "../data/api-types.ts";
import { useLibrary } from "../data/library.ts";
import { useList } from "../data/queries.ts";
import { useRefreshWhile } from "../data/refresh-while.ts";
import { isActive } from "../data/runs.ts";
import { Badge, Time } from "../parts/small.tsx";
import { words } from "../words/index.ts";

const texts = words.exporting;

interface RecentExportsProps {
  readonly organizationId: string;
  /** The id of the export that is shown already. */
  readonly shown: string | undefined;
}

/** The exports that the user has started in the last day, with their files. */
export function RecentExports({ organizationId, shown }: RecentExportsProps) {
  const { library } = useLibrary(organizationId);
  const { data = [] } = useList("GET /orgs/:organizationId/exports", { organizationId }, { limit: 20 });
  useRefreshWhile(data.some(isActive), `/orgs/${organizationId}/exports`);
  // A space in the trash takes its exports with it.
  const exports = data.filter(
    ({ id, space }) => id !== shown && (space === undefined || library?.byId.has(space)),
  );
  if (exports.length === 0) return null;
  const nameOf = ({ result, space = "" }: Export) =>
    result?.name ?? library?.byId.get(space)?.title ?? texts.site;
  return (
    <section class="section">
      <h3>{texts.recent}</h3>
      <ul class="recent-exports">
        {exports.map((item) => (
          <ExportRow key={item.id} item={item} name={nameOf(item)} />
        ))}
      </ul>
    </section>
  );
}

function ExportRow({ item, name }: { readonly item: Export; readonly name: string }) {
  const { status, url, createdAt } = item;
  return (
    <li>
      <span class="row-main">
        <span class="row-title">{name}</span>
        <span class="row-note">
          <Time at={createdAt} />
        </span>
      </span>
      {url === undefined ? (
        <Badge kind={status === "failed" ? "danger" : "plain"}>{texts.states[status]}</Badge>
      ) : (
        <a class="button button-plain" href={pathOf(url)} download aria-label={texts.downloadOf(name)}>
          {texts.download}
        </a>
      )}
    </li>
  );
}

/** The address of a file. The server may be reached by another name than that of its own URLs. */
export function pathOf(url: string): string {
  return new URL(url).pathname;
}
