import { useState } from "preact/hooks";
import { ApiError, call } from "../../../../data/api.ts";
import type { VisitorCheck } from "../../../../data/api-types.ts";
import { Button } from "../../../../parts/button.tsx";
import { ChoiceField } from "../../../../parts/choice-field.tsx";
import { ClaimInputs } from "../../../../parts/claims/claim-inputs.tsx";
import { useSchema } from "../../../../parts/claims/use-schema.ts";
import { type ClaimSchema, parseClaims } from "../../../../parts/claims/visitor-claims.ts";
import { SelectField, TextAreaField } from "../../../../parts/field.tsx";
import { FormError, useSubmit } from "../../../../parts/form.tsx";
import { Loaded } from "../../../../parts/states.tsx";
import { words } from "../../../../words/index.ts";
import type { SiteScreenProps } from "../../site-screen.tsx";
import { AudienceScreen, type SitePartProps } from "../audience-screen.tsx";
import { CheckResult } from "./result.tsx";

const texts = words.siteAudience.visitor;

/** Tries a visitor: checks their token or makes one, and shows what they see. */
export function Screen({ organization, site: siteId }: SiteScreenProps) {
  const schema = useSchema(organization, siteId);
  return (
    <AudienceScreen organization={organization} site={siteId}>
      {(site) =>
        site.permissions.admin ? (
          <Loaded query={schema}>
            {({ jsonSchema }) => (
              <Trial organization={organization} site={site} schema={jsonSchema as ClaimSchema | undefined} />
            )}
          </Loaded>
        ) : (
          <p class="section-text">{words.siteAudience.onlyAdmins}</p>
        )
      }
    </AudienceScreen>
  );
}

interface TrialProps extends SitePartProps {
  readonly schema: ClaimSchema | undefined;
}

function Trial({ organization, site, schema }: TrialProps) {
  const [mode, setMode] = useState<"token" | "claims">("claims");
  const [claims, setClaims] = useState<Readonly<Record<string, unknown>>>({});
  const [duration, setDuration] = useState("3600");
  const [result, setResult] = useState<VisitorCheck>();
  const params = { organizationId: organization, siteId: site.id };
  const check = async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? "");
    const others = parseClaims(text("others"));
    if (others === undefined) throw new ApiError(400, texts.othersWrong);
    const body =
      mode === "token"
        ? { token: text("token") }
        : { claims: { ...claims, ...others }, expiresIn: Number(duration) };
    setResult(await call("POST /orgs/:organizationId/sites/:siteId/publishing/auth/check", params, { body }));
  };
  const { error, isBusy, submit } = useSubmit(check, () => undefined);
  return (
    <>
      <section class="section">
        <h2>{texts.title}</h2>
        <p class="section-text">{texts.text}</p>
        <form class="form" aria-label={texts.title} onSubmit={submit}>
          <div class="short-choices">
            <ChoiceField
              label={texts.mode}
              value={mode}
              choices={[
                { value: "claims", label: texts.modes.claims },
                { value: "token", label: texts.modes.token },
              ]}
              onChange={(next) => {
                setMode(next);
                setResult(undefined);
              }}
            />
          </div>
          {mode === "token" ? (
            <TextAreaField label={texts.token} hint={texts.tokenHint} name="token" rows={4} required isCode />
          ) : (
            <>
              <ClaimInputs properties={schema?.properties ?? {}} claims={claims} onChange={setClaims} />
              <TextAreaField label={texts.others} hint={texts.othersHint} name="others" rows={2} isCode />
              <SelectField
                label={texts.expires}
                value={duration}
                options={Object.entries(texts.durations).map(([value, label]) => ({ value, label }))}
                onChange={setDuration}
              />
            </>
          )}
          <FormError error={error} />
          <div class="form-actions">
            <Button kind="primary" type="submit" disabled={isBusy}>
              {mode === "token" ? texts.check : texts.make}
            </Button>
          </div>
        </form>
      </section>
      {result && (
        <CheckResult
          key={result.token ?? result.reason}
          result={result}
          organization={organization}
          site={site}
          isMade={mode === "claims"}
        />
      )}
    </>
  );
}
