import { faFilePen, faGlobe, faLock, faTrash } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../data/api.ts";
import type { OpenAPISpec } from "../../data/api-types.ts";
import { refresh, useList, useQuery } from "../../data/queries.ts";
import { attempt, showDone } from "../../data/toasts.ts";
import { navigate } from "../../navigation/router.ts";
import { FormDialog, openDialog } from "../../parts/dialog.tsx";
import type { MenuItem } from "../../parts/menu.tsx";
import { words } from "../../words/index.ts";
import { keepText, keptText } from "../openapi-specs/kept-text.ts";
import { readSource, SourceFields } from "../openapi-specs/source-fields.tsx";

const route = "/orgs/:organizationId/openapi/:specSlug" as const;

function refreshSpec(organizationId: string, slug: string): void {
  refresh(`/orgs/${organizationId}/openapi/${slug}`, `/orgs/${organizationId}/openapi`);
}

/** Reads the source of a spec at once. */
export async function readAgain(organizationId: string, specSlug: string, url: string): Promise<void> {
  const body = { source: { url } };
  await attempt(
    () => call(`PUT ${route}`, { organizationId, specSlug }, { body }),
    words.openapi.readingAgain,
  );
  refreshSpec(organizationId, specSlug);
}

async function setVisibility(organizationId: string, spec: OpenAPISpec, visibility: "public" | "private") {
  const texts = words.openapi;
  const { slug } = spec;
  const text = keptText(organizationId, spec);
  const change = async (wanted: "public" | "private") => {
    const body = { visibility: wanted };
    const changed = await call(`PATCH ${route}`, { organizationId, specSlug: slug }, { body });
    keepText(organizationId, changed, text);
  };
  const undo = async () => {
    await change(visibility === "public" ? "private" : "public");
    refreshSpec(organizationId, slug);
  };
  const done = visibility === "public" ? texts.madePublic : texts.madePrivate;
  await attempt(() => change(visibility), done, undo);
  refreshSpec(organizationId, slug);
}

/** What can be done with a spec, besides reading it again. */
export function specActions(organizationId: string, spec: OpenAPISpec): MenuItem[] {
  const texts = words.openapi;
  const isPublic = spec.visibility === "public";
  return [
    {
      label: texts.source.change,
      icon: faFilePen,
      onSelect: () =>
        openDialog((close) => <SourceDialog organizationId={organizationId} spec={spec} onClose={close} />),
    },
    {
      label: isPublic ? texts.makePrivate : texts.makePublic,
      icon: isPublic ? faLock : faGlobe,
      onSelect: () => setVisibility(organizationId, spec, isPublic ? "private" : "public"),
    },
    {
      label: texts.remove.label,
      icon: faTrash,
      isDangerous: true,
      isFirstOfGroup: true,
      onSelect: () =>
        openDialog((close) => <DeleteDialog organizationId={organizationId} spec={spec} onClose={close} />),
    },
  ];
}

interface SpecDialogProps {
  readonly organizationId: string;
  readonly spec: OpenAPISpec;
  readonly onClose: () => void;
}

/** Asks for another source. A text is shown as it is, to be changed, also one that could not be read. */
function SourceDialog({ organizationId, spec, onClose }: SpecDialogProps) {
  const texts = words.openapi.source;
  const { slug: specSlug, sourceURL, lastVersion, lastProcessErrorCode } = spec;
  const isText = sourceURL === undefined;
  const [wrongText] = useState(
    isText && lastProcessErrorCode !== undefined ? keptText(organizationId, spec) : undefined,
  );
  const isStored = isText && wrongText === undefined && lastVersion !== undefined;
  const raw = useQuery(
    `GET ${route}/versions/latest/content/raw`,
    isStored ? { organizationId, specSlug } : undefined,
  );
  const change = async (form: FormData) => {
    const source = await readSource(form);
    const changed = await call(`PUT ${route}`, { organizationId, specSlug }, { body: { source } });
    keepText(organizationId, changed, source.text);
    showDone(texts.done);
    refreshSpec(organizationId, specSlug);
  };
  // The text is loaded before the fields are drawn, since they keep what is typed.
  const isLoaded = !isStored || raw.data !== undefined || raw.error !== undefined;
  return (
    <FormDialog
      title={texts.title}
      action={texts.action}
      onClose={onClose}
      onSubmit={change}
      labels={words.openapi.add.labels}
      closing="deliberate"
      size="wide"
      isDisabled={!isLoaded}
    >
      {isLoaded ? (
        <SourceFields url={sourceURL} text={isText ? (wrongText ?? raw.data?.text ?? "") : undefined} />
      ) : (
        <p class="hint">{words.common.loading}</p>
      )}
    </FormDialog>
  );
}

/** Says what uses a spec before it is deleted. */
function DeleteDialog({ organizationId, spec, onClose }: SpecDialogProps) {
  const texts = words.openapi.remove;
  const { slug: specSlug } = spec;
  const sets = useList(`GET ${route}/page-sets`, { organizationId, specSlug }, { limit: 100 });
  const spaces = new Map((sets.data ?? []).map(({ space }) => [space.id, space.title]));
  const remove = async () => {
    await call(`DELETE ${route}`, { organizationId, specSlug });
    keepText(organizationId, spec, undefined);
    showDone(texts.done);
    refresh(`/orgs/${organizationId}/openapi`);
    navigate(`/orgs/${organizationId}/openapi`);
  };
  return (
    <FormDialog
      title={texts.title(specSlug)}
      action={texts.action}
      onClose={onClose}
      onSubmit={remove}
      isDangerous
      isDisabled={sets.data === undefined && sets.error === undefined}
    >
      <p>{texts.text}</p>
      {spaces.size > 0 && (
        <>
          <p>{texts.usedIn}</p>
          <ul class="plain-list">
            {[...spaces].map(([id, title]) => (
              <li key={id}>{title || words.library.untitled}</li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  );
}
