import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Site, SiteAddressExplanation } from "../../../data/api-types.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { TextField } from "../../../parts/field.tsx";
import { FormError, useSubmit } from "../../../parts/form.tsx";
import { Badge } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";

const texts = words.siteRedirects.test;

interface AddressTestProps {
  readonly organization: string;
  readonly site: Site;
  /** Begins a redirect from this path. */
  readonly onAdd: (source: string) => void;
}

/** Says where an address of the site leads, and by which rule. */
export function AddressTest({ organization, site, onAdd }: AddressTestProps) {
  const [address, setAddress] = useState("");
  const [result, setResult] = useState<SiteAddressExplanation>();
  const test = async () => {
    setResult(
      await call(
        "GET /orgs/:organizationId/sites/:siteId/address-explanation",
        { organizationId: organization, siteId: site.id },
        { query: { address } },
      ),
    );
  };
  const { error, isBusy, submit } = useSubmit(test, () => undefined);
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <form class="address-test" aria-label={texts.title} onSubmit={submit}>
        <TextField
          label={texts.label}
          value={address}
          required
          autocomplete="off"
          placeholder={`${site.urls.published ?? ""}/old/page`}
          onInput={(text) => {
            setAddress(text);
            setResult(undefined);
          }}
        />
        <Button type="submit" disabled={isBusy}>
          {texts.action}
        </Button>
      </form>
      <FormError error={error} labels={{ address: texts.label }} />
      <div role="status">
        {result && <Explanation result={result} />}
        {result?.rule === "not-found" && site.permissions.admin && (
          <p>
            <Button onClick={() => onAdd(result.path)}>{texts.addRedirect}</Button>
          </p>
        )}
      </div>
    </section>
  );
}

function Explanation({ result: { rule, path, target, page } }: { readonly result: SiteAddressExplanation }) {
  const kind = rule === "not-found" ? "danger" : rule === "hidden" ? "warning" : "success";
  return (
    <dl class="facts panel">
      <dt>{texts.path}</dt>
      <dd>
        <code>{path}</code>
      </dd>
      <dt>{texts.rule}</dt>
      <dd>
        <Badge kind={kind}>{texts.rules[rule]}</Badge>
      </dd>
      {target && (
        <>
          <dt>{texts.target}</dt>
          <dd>
            {page ? (
              <a href={urlOf(`/spaces/${page.spaceId}/pages/${page.id}`)}>{page.title}</a>
            ) : (
              target.title
            )}
            {target.url ? (
              <a href={target.url} target="_blank" rel="noreferrer">
                {target.url}
              </a>
            ) : (
              <span>{target.path}</span>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}
