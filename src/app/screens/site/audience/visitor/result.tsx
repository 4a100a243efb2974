import { faArrowUpRightFromSquare } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../../../data/api.ts";
import type { VisitorCheck, VisitorPages } from "../../../../data/api-types.ts";
import { formatDate, formatNumber } from "../../../../data/format.ts";
import { attempt } from "../../../../data/toasts.ts";
import { Button, LinkButton } from "../../../../parts/button.tsx";
import { CopyField } from "../../../../parts/copy-field.tsx";
import { Badge } from "../../../../parts/small.tsx";
import { words } from "../../../../words/index.ts";
import type { SitePartProps } from "../audience-screen.tsx";

const texts = words.siteAudience.visitor;

interface ResultProps extends SitePartProps {
  readonly result: VisitorCheck;
  /** Whether the token was made here. */
  readonly isMade: boolean;
}

/** Whether a token is valid, its claims, and what its visitor sees. */
export function CheckResult({ result, isMade, organization, site }: ResultProps) {
  const { valid, reason, token, claims, problems, urls } = result;
  return (
    <>
      <section class="section" aria-label={texts.result}>
        <h2>{texts.result}</h2>
        <p class="check-state" role="status">
          <Badge kind={valid ? "success" : "danger"}>{valid ? texts.valid : texts.invalid}</Badge>
          <span>
            {reason} {admissionOf(valid, site.visibility)}
          </span>
        </p>
        <Facts result={result} />
        {problems.length > 0 && (
          <div class="site-notice">
            <strong>{texts.problems}</strong>
            <ul>
              {problems.map(({ claim, problem, expected = "" }) => (
                <li key={claim}>{texts.problem[problem](claim, expected)}</li>
              ))}
            </ul>
          </div>
        )}
        <div class="form">
          <strong>{texts.claimsOf}</strong>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys. */}
          <pre class="code-sample" tabIndex={0}>
            {JSON.stringify(claims, null, 2)}
          </pre>
          {isMade && token && <CopyField label={texts.made} value={token} />}
          <div class="form-actions">
            {urls.site ? (
              <LinkButton kind="primary" href={urls.site} icon={faArrowUpRightFromSquare} isExternal>
                {texts.open}
              </LinkButton>
            ) : (
              valid && <p class="hint">{texts.notOpened}</p>
            )}
          </div>
        </div>
      </section>
      <Parts result={result} organization={organization} site={site} />
    </>
  );
}

/** Whether a visitor with such a token may open the site. */
function admissionOf(isValid: boolean, visibility: ResultProps["site"]["visibility"]): string {
  if (visibility === "share-link") return texts.needsLink;
  if (isValid) return texts.admits;
  return visibility === "visitor-auth" ? texts.refused : texts.ignored;
}

function Facts({ result: { issuedAt, notBefore, expiresAt, valid } }: Pick<ResultProps, "result">) {
  return (
    <dl class="facts">
      {issuedAt && (
        <>
          <dt>{texts.issued}</dt>
          <dd>{formatDate(issuedAt)}</dd>
        </>
      )}
      {notBefore && (
        <>
          <dt>{texts.notBefore}</dt>
          <dd>{formatDate(notBefore)}</dd>
        </>
      )}
      {(valid || expiresAt) && (
        <>
          <dt>{texts.until}</dt>
          <dd>{expiresAt ? formatDate(expiresAt) : texts.forever}</dd>
        </>
      )}
    </dl>
  );
}

type Part = VisitorCheck["parts"][number];

function Parts({ result, organization, site }: Omit<ResultProps, "isMade">) {
  const { parts, valid, claims } = result;
  return (
    <section class="section">
      <h2>{texts.sees}</h2>
      <ul class="panel rows" aria-label={texts.parts}>
        {parts.map((part) => (
          <PartRow
            key={part.id}
            part={part}
            claims={valid ? claims : {}}
            organization={organization}
            site={site}
          />
        ))}
        {parts.length === 0 && <li class="muted">{texts.noParts}</li>}
      </ul>
    </section>
  );
}

interface PartRowProps extends SitePartProps {
  readonly part: Part;
  readonly claims: Record<string, unknown>;
}

function PartRow({ part, claims, organization, site }: PartRowProps) {
  const [pages, setPages] = useState<VisitorPages>();
  const { kind, id, title, depth, visible, draft, condition } = part;
  const loadPages = async () => {
    const params = { organizationId: organization, siteId: site.id, siteSpaceId: id };
    const loaded = await attempt(() =>
      call("POST /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/visitor-pages", params, {
        body: { claims },
      }),
    );
    setPages(loaded?.result);
  };
  return (
    <li class="wrapping-row visitor-part" style={{ paddingInlineStart: `${16 + depth * 20}px` }}>
      <div class="row-main">
        <span class="row-title">
          {title} <span class="muted">{texts.kinds[kind]}</span>
        </span>
        {condition && <code>{condition}</code>}
        {pages && <Pages pages={pages} title={title} />}
      </div>
      {draft && <Badge kind="warning">{texts.draft}</Badge>}
      <Badge kind={visible ? "success" : "plain"}>{visible ? texts.visible : texts.hidden}</Badge>
      {kind === "site-space" && visible && !pages && (
        <Button aria-label={texts.pagesOf(title)} onClick={loadPages}>
          {texts.pages}
        </Button>
      )}
    </li>
  );
}

function Pages({ pages, title }: { readonly pages: VisitorPages; readonly title: string }) {
  return (
    <>
      <p role="status">{texts.pageCount(formatNumber(pages.visible), formatNumber(pages.pages))}</p>
      {pages.conditional.length === 0 ? (
        <p class="hint">{texts.noConditionalPages}</p>
      ) : (
        <ul class="conditional-pages" aria-label={texts.conditional(title)}>
          {pages.conditional.map((page) => (
            <li key={page.id}>
              <Badge kind={page.visible ? "success" : "plain"}>
                {page.visible ? texts.visible : texts.hidden}
              </Badge>{" "}
              {page.title} <span class="muted">/{page.path}</span> <code>{page.condition}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
