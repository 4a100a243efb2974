import { faFileCsv } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { downloadCsv } from "../../../data/csv.ts";
import { formatNumber } from "../../../data/format.ts";
import { type EventFilter, type SiteParams, useEvents } from "../../../data/site-events.ts";
import { attempt } from "../../../data/toasts.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button, IconButton } from "../../../parts/button.tsx";
import { Badge } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { keyOf, noneKey, rareKey } from "./dimensions.ts";
import { labelOf, readPageNames, useNames } from "./names.ts";
import { formatUtcDay } from "./over-time.tsx";
import type { Range } from "./period.ts";

const texts = words.insights;
const rowsPerStep = 20;
const kinds = { good: "success", ok: "warning", bad: "danger" } as const;

interface CommentsProps {
  readonly params: SiteParams;
  readonly range: Range;
  readonly filters: readonly EventFilter[];
  readonly fileName: (name: string) => string;
}

/** The sentences that readers wrote with their feedback, the newest first. */
export function Comments({ params, range, filters, fileName }: CommentsProps) {
  const [limit, setLimit] = useState(rowsPerStep);
  const query = useEvents(params, {
    range,
    where: [{ column: "eventType", values: ["page_post_feedback_comment"] }, ...filters],
    groupBy: [
      { column: "datetime", interval: "hour" },
      { column: "eventPageFeedbackComment" },
      { column: "eventPageFeedbackRating" },
      { column: "page" },
    ],
    order: { by: { column: "datetime", interval: "hour" }, direction: "desc" },
  });
  const all = (query.data ?? []).map(([time, text, rating, page, count]) => ({
    time: String(time),
    text: text === rareKey ? texts.rare : String(text),
    rating: (["good", "ok", "bad"] as const).find((name) => name === rating),
    page: keyOf("page", page),
    count: Number(count),
  }));
  const shown = all.slice(0, limit);
  const names = useNames(
    params,
    range,
    shown.map(({ page }) => page),
  );
  const write = async () => {
    const keys = all.map(({ page }) => page);
    const allNames = { page: await readPageNames(params, range, keys) };
    downloadCsv(fileName(texts.comments), [
      [texts.day, texts.dimension.rating, texts.dimension.page, texts.comment, texts.count],
      ...all.map(({ time, text, rating, page, count }) => [
        time.slice(0, 10),
        (rating && texts.values[rating]) ?? "",
        labelOf("page", page, allNames),
        text,
        count,
      ]),
    ]);
  };
  return (
    <section class="panel insight-panel" aria-labelledby="reader-comments">
      <header class="insight-header">
        <h2 id="reader-comments">{texts.comments}</h2>
        <IconButton
          icon={faFileCsv}
          label={texts.exportCsv(texts.comments)}
          disabled={all.length === 0}
          onClick={() => attempt(write)}
        />
      </header>
      <div class={`insight-body${query.isLoading ? " is-loading" : ""}`} aria-busy={query.isLoading}>
        <Loaded query={query}>
          {() => (
            <>
              {all.length === 0 && <p class="insight-empty">{texts.noComments}</p>}
              <ul class="reader-comments">
                {shown.map(({ time, text, rating, page, count }) => (
                  <li key={`${time} ${page} ${rating} ${text}`}>
                    <p>
                      {text}
                      {count > 1 && <span class="muted"> × {formatNumber(count)}</span>}
                    </p>
                    <p class="reader-comment-note">
                      {rating && <Badge kind={kinds[rating]}>{texts.values[rating]}</Badge>}
                      <PageLink page={page} label={labelOf("page", page, names)} />
                      <time dateTime={time}>{formatUtcDay(time)}</time>
                    </p>
                  </li>
                ))}
              </ul>
              {shown.length < all.length && (
                <Button kind="quiet" onClick={() => setLimit(limit + rowsPerStep)}>
                  {texts.showMore}
                </Button>
              )}
            </>
          )}
        </Loaded>
      </div>
    </section>
  );
}

function PageLink({ page, label }: { readonly page: string; readonly label: string }) {
  if (page === noneKey || page === rareKey) return <span>{label}</span>;
  return <a href={urlOf(`/spaces/${page.replace("/", "/pages/")}`)}>{label}</a>;
}
