import { faFileCsv } from "@fortawesome/free-solid-svg-icons";
import type { Reply } from "../../../data/api.ts";
import type { Site } from "../../../data/api-types.ts";
import { downloadCsv } from "../../../data/csv.ts";
import { formatNumber } from "../../../data/format.ts";
import { useQuery } from "../../../data/queries.ts";
import type { SiteParams } from "../../../data/site-events.ts";
import { IconButton } from "../../../parts/button.tsx";
import { words } from "../../../words/index.ts";

const texts = words.insights;

const route = "GET /orgs/:organizationId/sites/:siteId/insights/visitor-segments";
type VisitorSegment = Reply<typeof route>["items"][number];

/** The claims of visitors. Sites whose visitors have none do not show them. */
export function Segments({ site, params }: { readonly site: Site; readonly params: SiteParams }) {
  const segments = useQuery(route, params).data?.items ?? [];
  if (!segments.some(({ claims }) => Object.keys(claims).length > 0)) return null;
  const nameOf = ({ title, claims }: VisitorSegment) =>
    Object.keys(claims).length === 0 ? texts.withoutClaims : title;
  const columns = [texts.segment, texts.events, texts.visitors, texts.sessions];
  const write = () =>
    downloadCsv(texts.segmentsFile(site.title), [
      columns,
      ...segments.map((segment) => [nameOf(segment), segment.events, segment.visitors, segment.sessions]),
    ]);
  return (
    <section class="panel insight-panel" aria-labelledby="visitor-segments">
      <header class="insight-header">
        <h2 id="visitor-segments">{texts.segments}</h2>
        <IconButton icon={faFileCsv} label={texts.exportCsv(texts.segments)} onClick={write} />
      </header>
      <div class="insight-body">
        <p class="section-text">{texts.segmentsText}</p>
        <div class="insight-table-scroll">
          <table class="insight-table">
            <caption class="hidden-text">{texts.segments}</caption>
            <thead>
              <tr>
                {columns.map((text) => (
                  <th key={text} scope="col">
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {segments.map((segment) => (
                <tr key={segment.title}>
                  <th scope="row">{nameOf(segment)}</th>
                  {[segment.events, segment.visitors, segment.sessions].map((count, i) => (
                    <td key={i}>{formatNumber(count)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}
