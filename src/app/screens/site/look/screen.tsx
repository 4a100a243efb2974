import { faRotateLeft, faRotateRight } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Site, SiteSpace } from "../../../data/api-types.ts";
import { type QueryState, useList } from "../../../data/queries.ts";
import { place, setQuery } from "../../../navigation/router.ts";
import { Button, IconButton } from "../../../parts/button.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { SelectField } from "../../../parts/field.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { SiteScreen, type SiteScreenProps } from "../site-screen.tsx";
import { FormContext, type LookForm, useForm } from "./form-context.ts";
import { countFields, LookFields } from "./look-form.tsx";
import { type Stored, siteLayer } from "./look-state.ts";
import { Preview } from "./preview.tsx";
import { Segments } from "./simple-fields.tsx";
import { type Look, useLook } from "./use-look.ts";
import { merged } from "./values.ts";

const texts = words.look;

/** The look of a site: a form beside the site itself. */
export function Screen({ organization, site: siteId }: SiteScreenProps) {
  const params = { organizationId: organization, siteId };
  const stored = useStored(organization, siteId);
  const siteSpaces = useList(
    "GET /orgs/:organizationId/sites/:siteId/site-spaces",
    params,
    { limit: 100 },
    { all: true },
  );
  return (
    <SiteScreen organization={organization} site={siteId}>
      {(site) => (
        <Loaded query={stored}>
          {(loaded) => (
            <Loaded query={siteSpaces}>
              {(all) => (
                <LookEditor
                  key={siteId}
                  organizationId={organization}
                  site={site}
                  stored={loaded}
                  siteSpaces={all}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </SiteScreen>
  );
}

/** What is stored now: an earlier reply, which queries show at first, must not be edited. */
function useStored(organizationId: string, siteId: string): QueryState<Stored> {
  const [state, setState] = useState<QueryState<Stored>>({ isLoading: true });
  useEffect(() => {
    let isCurrent = true;
    setState({ isLoading: true });
    call("GET /orgs/:organizationId/sites/:siteId/customization/stored", { organizationId, siteId }).then(
      (data) => isCurrent && setState({ data, isLoading: false }),
      (error) => isCurrent && setState({ error, isLoading: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [organizationId, siteId]);
  return state;
}

interface LookEditorProps {
  readonly organizationId: string;
  readonly site: Site;
  readonly stored: Stored;
  readonly siteSpaces: readonly SiteSpace[];
}

function LookEditor({ organizationId, site, stored, siteSpaces }: LookEditorProps) {
  const look = useLook(organizationId, site.id, stored);
  const chosen = place.value.query.get("space") ?? siteLayer;
  const layer = siteSpaces.some(({ id }) => id === chosen) ? chosen : siteLayer;
  const [view, setView] = useState<"form" | "preview">("form");
  const own = look.valuesOf(layer);
  const inherited = look.inheritedBy(layer);
  const form: LookForm = {
    ...{ organizationId, site, siteSpaces, layer, own, inherited },
    effective: merged(inherited, own),
    edit: (change, field) => look.edit(layer, change, field),
  };
  useUndoKeys(look);
  return (
    <FormContext.Provider value={form}>
      <div class="look" data-view={view}>
        <SaveBar look={look} maySave={site.permissions.admin} />
        <div class="look-views">
          <Segments
            label={texts.views}
            isBare
            value={view}
            options={[
              { value: "form", label: texts.formView },
              { value: "preview", label: texts.previewView },
            ]}
            onChange={(next) => setView(next as typeof view)}
          />
        </div>
        <section class="look-form" aria-label={texts.form}>
          <LayerChoice look={look} />
          <LookFields />
          <ResetAll />
        </section>
        <Preview edits={look.edits} />
      </div>
    </FormContext.Provider>
  );
}

/** The site, or a site space with what it overrides. */
function LayerChoice({ look }: { readonly look: Look }) {
  const { siteSpaces, layer, own, edit } = useForm();
  const options = siteSpaces.map(({ id, title, space }) => {
    const count = countFields(look.valuesOf(id));
    const name = title || space.title;
    return { value: id, label: count === 0 ? name : `${name} (${texts.overrides(count)})` };
  });
  const isSpace = layer !== siteLayer;
  return (
    <div class="look-layer">
      <SelectField
        label={texts.applyTo}
        value={layer}
        options={[{ value: siteLayer, label: texts.wholeSite }, ...options]}
        onChange={(id) => setQuery({ space: id })}
      />
      {isSpace && <p class="hint">{texts.spaceHint}</p>}
      {isSpace && countFields(own) > 0 && (
        <Button icon={faRotateLeft} onClick={() => edit(() => ({}))}>
          {texts.takeBack}
        </Button>
      )}
    </div>
  );
}

function ResetAll() {
  const { layer, own, edit } = useForm();
  if (layer !== siteLayer || countFields(own) === 0) return null;
  const reset = async () => {
    const { resetAllTitle: title, resetAllText: text, resetAll: action } = texts;
    if (await confirm({ title, text, action })) edit(() => ({}));
  };
  return (
    <Button kind="quiet" icon={faRotateLeft} onClick={reset}>
      {texts.resetAll}
    </Button>
  );
}

/** Says whether something is not saved, and what can be done about it. */
function SaveBar({ look, maySave }: { readonly look: Look; readonly maySave: boolean }) {
  const isChanged = look.changed.length > 0;
  return (
    <section class={`look-bar${isChanged ? " is-changed" : ""}`} aria-label={texts.save}>
      <p role="status">{isChanged ? texts.unsaved : texts.allSaved}</p>
      {!maySave && <p class="hint">{texts.readOnly}</p>}
      <IconButton icon={faRotateLeft} label={texts.undo} disabled={!look.canUndo} onClick={look.undo} />
      <IconButton icon={faRotateRight} label={texts.redo} disabled={!look.canRedo} onClick={look.redo} />
      <Button disabled={!isChanged} onClick={look.discard}>
        {texts.discard}
      </Button>
      <Button kind="primary" disabled={!isChanged || !maySave || look.isSaving} onClick={look.save}>
        {texts.save}
      </Button>
      {look.notice && (
        <p class="look-notice" role="alert">
          {look.notice}
        </p>
      )}
    </section>
  );
}

/** Ctrl Z and Ctrl Shift Z, outside of fields that have an undo of their own. */
function useUndoKeys({ undo, redo }: Look): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const isText = "textarea, input:not([type=radio], [type=checkbox], [type=color], [type=file])";
      if (event.target instanceof Element && event.target.closest(`${isText}, dialog`)) return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
