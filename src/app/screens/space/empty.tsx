import { faBookOpen, faFileLines } from "@fortawesome/free-solid-svg-icons";
import type { PageHtml, Space } from "../../data/api-types.ts";
import { topLevel } from "../../data/library-tree.ts";
import { Button } from "../../parts/button.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import type { ContentPlace, EditAccess } from "./content-place.ts";
import { editInChangeRequest, startChangeRequest } from "./start-change-request.tsx";
import { openTemplates } from "./template-dialog.tsx";
import { typeNewPage } from "./typed-title.ts";

/** A page without text, with the way to write on it. */
export function EmptyPage({
  space,
  access,
  page,
}: {
  readonly space: Space;
  readonly access: EditAccess;
  readonly page: PageHtml;
}) {
  const texts = words.reading.emptyPage;
  const mayWrite = access !== "read";
  return (
    <EmptyState icon={faFileLines} title={texts.title} text={mayWrite ? texts.text : texts.readOnly}>
      {mayWrite && (
        <Button onClick={() => startChangeRequest(space, page.id, texts.subject(page.title))}>
          {texts.action}
        </Button>
      )}
    </EmptyState>
  );
}

/** A space without pages, with the ways to the first one. */
export function EmptySpace({
  space,
  place,
  access,
}: {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly access: EditAccess;
}) {
  const texts = words.reading.emptySpace;
  const text = { edit: texts.text, propose: texts.locked, read: texts.readOnly }[access];
  return (
    <>
      <ScreenHeader title={space.title} />
      <EmptyState icon={faBookOpen} title={texts.title} text={text}>
        {access === "edit" && (
          <>
            <Button kind="primary" onClick={() => typeNewPage(place, { parent: topLevel })}>
              {texts.newPage}
            </Button>
            <Button onClick={() => openTemplates({ place, pages: [], destination: { parent: topLevel } })}>
              {words.editing.templates.from}
            </Button>
          </>
        )}
        {access === "propose" && (
          <Button kind="primary" onClick={() => editInChangeRequest(space)}>
            {texts.newChangeRequest}
          </Button>
        )}
      </EmptyState>
    </>
  );
}
