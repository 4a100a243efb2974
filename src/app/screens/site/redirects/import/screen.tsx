import { useState } from "preact/hooks";
import { call } from "../../../../data/api.ts";
import type { Site, SiteRedirectImport } from "../../../../data/api-types.ts";
import { formatNumber } from "../../../../data/format.ts";
import { refresh } from "../../../../data/queries.ts";
import { attempt } from "../../../../data/toasts.ts";
import { navigate, urlOf } from "../../../../navigation/router.ts";
import { Button, LinkButton } from "../../../../parts/button.tsx";
import { FileField, TextAreaField } from "../../../../parts/field.tsx";
import { FormError, useSubmit } from "../../../../parts/form.tsx";
import { Badge } from "../../../../parts/small.tsx";
import { VirtualList } from "../../../../parts/virtual-list.tsx";
import { words } from "../../../../words/index.ts";
import { SiteScreen, type SiteScreenProps } from "../../site-screen.tsx";
import { type RedirectLine, readRedirectLines } from "../csv.ts";
import { maxRedirects } from "../limits.ts";

const texts = words.siteRedirects;
const statuses = ["error", "created", "updated", "unchanged"] as const;
const rowHeight = 72;

type Result = SiteRedirectImport["results"][number];
type CheckedLine = RedirectLine & { readonly result: Result };

/** Imports redirects from CSV, after a preview of what is added, replaced and wrong. */
export function Screen({ organization, site: siteId }: SiteScreenProps) {
  return (
    <SiteScreen organization={organization} site={siteId}>
      {(site) =>
        site.permissions.admin ? (
          <Import organization={organization} site={site} />
        ) : (
          <p class="section-text">{words.siteSettings.onlyAdmins}</p>
        )
      }
    </SiteScreen>
  );
}

interface ImportProps {
  readonly organization: string;
  readonly site: Site;
}

function Import({ organization, site }: ImportProps) {
  const [text, setText] = useState("");
  const [lines, setLines] = useState<readonly CheckedLine[]>();
  const root = `/orgs/${organization}/sites/${site.id}`;
  const send = (redirects: readonly RedirectLine[], dryRun: boolean) =>
    call(
      "POST /orgs/:organizationId/sites/:siteId/redirects/import",
      { organizationId: organization, siteId: site.id },
      {
        body: {
          dryRun,
          redirects: redirects.map(({ source, destination }) => ({ source, destination })),
        },
      },
    );
  const preview = async () => setLines(await checkLines(readRedirectLines(text), send));
  const { error, isBusy, submit } = useSubmit(preview, () => undefined);
  const apply = async () => {
    const changed = (lines ?? []).filter(({ result }) => result.status !== "unchanged");
    const done = await attempt(() => send(changed, false), texts.imported(formatNumber(changed.length)));
    if (done === undefined) return;
    refresh(root);
    navigate(`${root}/redirects`);
  };
  const change = (next: string) => {
    setText(next);
    setLines(undefined);
  };
  const redirects = readRedirectLines(text).length;
  return (
    <section class="section">
      <h2>{texts.import}</h2>
      <p class="section-text">{texts.importText}</p>
      <form class="form import-form" aria-label={texts.import} onSubmit={submit}>
        <FileField
          label={texts.file}
          accept=".csv,.tsv,.txt,text/csv"
          onChange={async (file) => change(await file.text())}
        />
        <TextAreaField
          label={texts.lines}
          value={text}
          rows={10}
          isCode
          placeholder={texts.linesPlaceholder}
          onInput={change}
        />
        {redirects > maxRedirects && <p class="form-error">{texts.tooMany(formatNumber(maxRedirects))}</p>}
        <FormError error={error} />
        <div class="form-actions">
          <Button
            kind={lines ? "plain" : "primary"}
            type="submit"
            disabled={isBusy || redirects === 0 || redirects > maxRedirects}
          >
            {texts.preview}
          </Button>
          <LinkButton href={urlOf(`${root}/redirects`)}>{words.common.cancel}</LinkButton>
        </div>
      </form>
      {lines && <Preview lines={lines} onApply={apply} />}
    </section>
  );
}

/** What the server would do with each line. A line with one column is wrong without asking. */
async function checkLines(
  lines: readonly RedirectLine[],
  send: (lines: readonly RedirectLine[], dryRun: boolean) => Promise<SiteRedirectImport>,
): Promise<CheckedLine[]> {
  const complete = lines.filter(({ source, destination }) => source !== "" && destination !== "");
  const results = complete.length === 0 ? [] : (await send(complete, true)).results;
  const byLine = new Map(complete.map(({ line }, i) => [line, results[i]]));
  return lines.map((line) => {
    const missing = { status: "error" as const, source: line.source, error: texts.columns };
    return { ...line, result: byLine.get(line.line) ?? missing };
  });
}

function Preview({
  lines,
  onApply,
}: {
  readonly lines: readonly CheckedLine[];
  readonly onApply: () => Promise<void>;
}) {
  const byStatus = Map.groupBy(lines, ({ result }) => result.status);
  const count = (status: Result["status"]) => byStatus.get(status)?.length ?? 0;
  const changed = count("created") + count("updated");
  // What is wrong comes first.
  const sorted = statuses.flatMap((status) => byStatus.get(status) ?? []);
  return (
    <>
      <h2>{texts.previewTitle}</h2>
      <p class="import-summary" role="status">
        {statuses
          .filter((status) => count(status) > 0)
          .map((status) => (
            <Badge key={status} kind={kinds[status]}>
              {texts.summary[status](formatNumber(count(status)))}
            </Badge>
          ))}
      </p>
      {count("error") > 0 ? (
        <p class="section-text form-error">{texts.mend}</p>
      ) : changed === 0 ? (
        <p class="hint">{texts.nothing}</p>
      ) : (
        <p class="section-actions">
          <Button kind="primary" onClick={onApply}>
            {texts.apply(formatNumber(changed))}
          </Button>
        </p>
      )}
      <VirtualList
        items={sorted}
        rowHeight={rowHeight}
        keyOf={({ line }) => String(line)}
        class="panel rows"
        attributes={{ role: "list", "aria-label": texts.previewList }}
        row={(line) => <LineRow line={line} />}
      />
    </>
  );
}

const kinds = { error: "danger", created: "success", updated: "info", unchanged: "plain" } as const;

function LineRow({ line: { line, source, destination, result } }: { readonly line: CheckedLine }) {
  const { status, target, field, error, isUnused } = result;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" class="redirect-line" style={{ height: `${rowHeight}px` }}>
      <div class="row-main">
        <span class="row-title">
          <span class="muted">{texts.line(line)}</span> {source}
          <span aria-hidden="true"> → </span>
          {target ? `${target.title} (${target.path})` : destination}
        </span>
        {error && (
          <span class="row-note form-error" title={error}>
            {field && `${texts.fields[field]} `}
            {error}
          </span>
        )}
        {isUnused && <span class="row-note">{texts.unused}</span>}
      </div>
      <Badge kind={kinds[status]}>{texts.statuses[status]}</Badge>
    </div>
  );
}
