import { useEffect, useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Site } from "../../../data/api-types.ts";
import { SelectField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import { maxRedirects } from "../redirects/limits.ts";
import type { SiteRef } from "./change-structure.ts";
import type { Redirect } from "./removal.ts";

interface RedirectState {
  readonly redirects: readonly Redirect[];
  readonly isLoading: boolean;
  readonly error?: unknown;
}

const noRedirects: RedirectState = { redirects: [], isLoading: false };

/** The redirects to a target from addresses that end, which are known when the pages are loaded. */
export function useRedirects(
  target: string,
  load: (target: string) => Promise<readonly Redirect[]>,
): RedirectState {
  const [state, setState] = useState(noRedirects);
  useEffect(() => {
    if (target === "") return setState(noRedirects);
    let isCurrent = true;
    setState({ redirects: [], isLoading: true });
    load(target).then(
      (redirects) => isCurrent && setState({ redirects, isLoading: false }),
      (error) => isCurrent && setState({ redirects: [], isLoading: false, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [target]);
  return state;
}

/** Creates the redirects, before the pages at their sources are gone: they are used as soon as that is so. Returns their number. */
export async function createRedirects(site: SiteRef, { redirects, error }: RedirectState): Promise<number> {
  if (error !== undefined) throw error;
  const body = { redirects: redirects.slice(0, maxRedirects) };
  if (body.redirects.length > 0)
    await call("POST /orgs/:organizationId/sites/:siteId/redirects/import", site, { body });
  return body.redirects.length;
}

interface RedirectTargetProps {
  readonly site: Site;
  readonly value: string;
  readonly targets: readonly { readonly value: string; readonly label: string }[];
  readonly state: RedirectState;
  readonly onChange: (target: string) => void;
}

/** Asks where readers of addresses that end are led. */
export function RedirectTarget({ site, value, targets, state, onChange }: RedirectTargetProps) {
  const texts = words.siteStructure.removal;
  if (!site.permissions.admin) return <p class="hint">{texts.redirectsByAdmins}</p>;
  return (
    <SelectField
      label={texts.target}
      value={value}
      options={[{ value: "", label: texts.noTarget }, ...targets]}
      hint={value === "" ? undefined : hintOf(state)}
      onChange={onChange}
    />
  );
}

function hintOf({ redirects: { length }, isLoading }: RedirectState): string {
  const texts = words.siteStructure.removal;
  if (isLoading) return texts.counting;
  return length > maxRedirects ? texts.tooMany(maxRedirects, length) : texts.targetHint(length);
}
