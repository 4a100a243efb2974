import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../../../data/api.ts";
import type { SiteRedirectImport } from "../../../data/api-types.ts";
import { refresh } from "../../../data/queries.ts";
import { showDone } from "../../../data/toasts.ts";
import { FormDialog } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import { findPages } from "./find-pages.ts";

const texts = words.siteRedirects;

/** A redirect that is changed, or a new one without an id. */
export interface EditedRedirect {
  readonly id?: string;
  readonly source?: string;
  readonly destination?: string;
}

type Checked = SiteRedirectImport["results"][number];

/** The time without typing after which what was typed is checked, in milliseconds. */
const delay = 300;

interface RedirectDialogProps {
  readonly organization: string;
  readonly siteId: string;
  readonly redirect: EditedRedirect;
  readonly onClose: () => void;
}

/** Adds or changes a redirect. The server says while one types what it would lead to. */
export function RedirectDialog({ organization, siteId, redirect, onClose }: RedirectDialogProps) {
  const [source, setSource] = useState(redirect.source ?? "");
  const [destination, setDestination] = useState(redirect.destination ?? "");
  const params = { organizationId: organization, siteId };
  const check = async () => {
    const body = { redirects: [{ source, destination }], dryRun: true };
    const { results } = await call("POST /orgs/:organizationId/sites/:siteId/redirects/import", params, {
      body,
    });
    return results[0];
  };
  const checked = useDelayed([source, destination], async () =>
    source.trim() === "" || destination.trim() === "" ? undefined : check(),
  );
  const suggestions = useDelayed([destination], () => findPages(params, destination)) ?? [];
  const save = async () => {
    const found = await check();
    if (found?.field !== undefined) throw new ApiError(400, `${texts.fields[found.field]}: ${found.error}`);
    const body = { source: found?.source ?? source, destination: found?.destination as never };
    if (redirect.id === undefined)
      await call("POST /orgs/:organizationId/sites/:siteId/redirects", params, { body });
    else
      await call(
        "PATCH /orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId",
        { ...params, siteRedirectId: redirect.id },
        { body },
      );
    refresh(`/orgs/${organization}/sites/${siteId}`);
    showDone(redirect.id === undefined ? texts.added(body.source) : texts.changed);
  };
  const isOther = checked?.source !== redirect.source || redirect.id === undefined;
  return (
    <FormDialog
      title={redirect.id === undefined ? texts.addTitle : texts.editTitle}
      action={redirect.id === undefined ? texts.add : words.common.save}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={texts.source}
        hint={texts.sourceHint}
        value={source}
        required
        autocomplete="off"
        placeholder="/old/page"
        error={checked?.field === "source" ? checked.error : undefined}
        onInput={setSource}
      />
      <TextField
        label={texts.destination}
        hint={texts.destinationHint}
        value={destination}
        required
        autocomplete="off"
        suggestions={suggestions}
        error={checked?.field === "destination" && suggestions.length === 0 ? checked.error : undefined}
        onInput={setDestination}
      />
      <div role="status">{checked && <Outcome checked={checked} isOther={isOther} />}</div>
    </FormDialog>
  );
}

function Outcome({ checked, isOther }: { readonly checked: Checked; readonly isOther: boolean }) {
  const { status, target, isUnused } = checked;
  if (target === undefined) return null;
  const exists = isOther && status !== "created";
  return (
    <>
      <p class="hint">{texts.leadsTo(target.title, target.path)}</p>
      {exists && <p class="form-error">{texts.exists}</p>}
      {isUnused && <p class="site-notice">{texts.isUnused}</p>}
    </>
  );
}

/** The result of a request about what is typed, after a pause. */
function useDelayed<T>(inputs: readonly string[], load: () => Promise<T>): T | undefined {
  const [result, setResult] = useState<T>();
  const current = useRef(0);
  useEffect(() => {
    const attempt = ++current.current;
    const timer = setTimeout(
      () =>
        load().then(
          (loaded) => attempt === current.current && setResult(() => loaded),
          // Saving says what is wrong.
          () => attempt === current.current && setResult(undefined),
        ),
      delay,
    );
    return () => clearTimeout(timer);
  }, inputs);
  return result;
}
