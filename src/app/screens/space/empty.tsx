import { faBookOpen, faFileLines } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../data/api.ts";
import type { PageHtml, Space } from "../../data/api-types.ts";
import { refresh } from "../../data/queries.ts";
import { attempt, showDone } from "../../data/toasts.ts";
import { navigate } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, pathOfPage } from "./content-place.ts";

/** Opens a change request of a space and shows a page in it. */
async function openChangeRequest(space: Space, subject: string, pageId?: string): Promise<void> {
  const opened = await attempt(() =>
    call("POST /spaces/:spaceId/change-requests", { spaceId: space.id }, { body: { subject } }),
  );
  if (opened === undefined) return;
  refresh(`/spaces/${space.id}`);
  const path = `/spaces/${space.id}/change-requests/${opened.result.id}`;
  navigate(pageId === undefined ? path : `${path}/pages/${pageId}`);
}

function isPrimary({ revision, changeRequest }: ContentPlace): boolean {
  return revision === undefined && changeRequest === undefined;
}

/** A page without text, with the way to write on it. */
export function EmptyPage({
  space,
  place,
  page,
}: {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly page: PageHtml;
}) {
  const texts = words.reading.emptyPage;
  const mayWrite = isPrimary(place) && space.permissions.edit;
  return (
    <EmptyState icon={faFileLines} title={texts.title} text={mayWrite ? texts.text : texts.readOnly}>
      {mayWrite && (
        <Button onClick={() => openChangeRequest(space, texts.subject(page.title), page.id)}>
          {texts.action}
        </Button>
      )}
    </EmptyState>
  );
}

/** A space without pages, with the ways to the first one. */
export function EmptySpace({ space, place }: { readonly space: Space; readonly place: ContentPlace }) {
  const [isCreating, setCreating] = useState(false);
  const texts = words.reading.emptySpace;
  const mayWrite = isPrimary(place) && space.permissions.edit;
  const isLive = space.editMode === "live";
  const text = !mayWrite ? texts.readOnly : isLive ? texts.text : texts.locked;
  return (
    <>
      <ScreenHeader title={space.title} />
      <EmptyState icon={faBookOpen} title={texts.title} text={text}>
        {mayWrite && isLive && (
          <Button kind="primary" onClick={() => setCreating(true)}>
            {texts.newPage}
          </Button>
        )}
        {mayWrite && <Button onClick={() => openChangeRequest(space, "")}>{texts.newChangeRequest}</Button>}
      </EmptyState>
      {isCreating && (
        <FormDialog
          title={texts.newPage}
          action={words.common.create}
          onClose={() => setCreating(false)}
          onSubmit={(form) => createPage(space, place, String(form.get("title") ?? ""))}
        >
          <TextField label={texts.pageTitle} name="title" required maxLength={512} autoFocus />
        </FormDialog>
      )}
    </>
  );
}

async function createPage(space: Space, place: ContentPlace, title: string): Promise<void> {
  const changed = await call(
    "POST /spaces/:spaceId/content",
    { spaceId: space.id },
    { body: { changes: [{ operation: "insert_page", title }] } },
  );
  refresh(`/spaces/${space.id}`);
  showDone(words.reading.emptySpace.created);
  const [created] = changed.changes;
  const { id } = (created?.page ?? {}) as { id?: string };
  if (id !== undefined) navigate(pathOfPage(place, id));
}
