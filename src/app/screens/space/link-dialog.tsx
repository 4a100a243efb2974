import type { ListedPage } from "../../data/api-types.ts";
import { type Destination, topLevel } from "../../data/library-tree.ts";
import { showDone } from "../../data/toasts.ts";
import { FormDialog, openDialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { words } from "../../words/index.ts";
import { insertPage, updatePage } from "./change-tree.ts";
import type { ContentPlace } from "./content-place.ts";
import type { PageList } from "./page-list.ts";

interface LinkInput {
  readonly place: ContentPlace;
  /** The link that is changed; a new one if absent. */
  readonly page?: ListedPage;
  readonly pages?: PageList;
  readonly destination?: Destination;
}

/** Asks for the title and the address of a link in the tree. */
export function openLink(input: LinkInput): void {
  openDialog((close) => <LinkDialog {...input} onClose={close} />);
}

function LinkDialog({
  place,
  page,
  pages = [],
  destination,
  onClose,
}: LinkInput & { readonly onClose: () => void }) {
  const texts = words.editing.link;
  const save = async (form: FormData) => {
    const title = String(form.get("title") ?? "").trim();
    const target = { kind: "url" as const, url: String(form.get("address") ?? "").trim() };
    if (page === undefined)
      await insertPage(place, pages, { type: "link", title, target }, destination ?? { parent: topLevel });
    else {
      await updatePage(place, page.id, { title, target });
      showDone(words.editing.renamed(title));
    }
  };
  return (
    <FormDialog
      title={page === undefined ? texts.create : texts.change}
      action={page === undefined ? texts.createAction : words.common.save}
      onClose={onClose}
      onSubmit={save}
    >
      <p class="muted">{texts.text}</p>
      <TextField
        label={texts.title}
        name="title"
        initialValue={page?.title}
        required
        maxLength={512}
        autoFocus
      />
      <TextField
        label={texts.address}
        name="address"
        type="url"
        initialValue={page?.href}
        placeholder="https://"
        required
        maxLength={2048}
      />
    </FormDialog>
  );
}
