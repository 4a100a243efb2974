import { useState } from "preact/hooks";
import { call } from "../../data/api.ts";
import type { Organization } from "../../data/api-types.ts";
import { pathOfItem, refreshLibrary, setOpen, updateCollection, updateSpace } from "../../data/library.ts";
import type { LibraryItem } from "../../data/library-tree.ts";
import { refresh } from "../../data/queries.ts";
import { useOrganizations } from "../../data/session.ts";
import { showDone } from "../../data/toasts.ts";
import { navigate } from "../../navigation/router.ts";
import { FormDialog, openDialog } from "../../parts/dialog.tsx";
import { EmojiField } from "../../parts/emoji-field.tsx";
import { SelectField, TextField } from "../../parts/field.tsx";
import { emojiOf } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";

interface NewItem {
  readonly kind: "space" | "collection";
  readonly organization: Pick<Organization, "id">;
  /** The collection that gets it; the top level if absent. */
  readonly parent?: Pick<LibraryItem, "id" | "title"> | undefined;
}

/** Asks for the title of a new space or collection, creates it and opens it. */
export function openNewItem(item: NewItem): void {
  openDialog((close) => <NewItemDialog {...item} onClose={close} />);
}

function NewItemDialog({ kind, organization, parent, onClose }: NewItem & { readonly onClose: () => void }) {
  const texts = words.library;
  const isSpace = kind === "space";
  const create = async (form: FormData) => {
    const params = { organizationId: organization.id };
    const body = { title: textOf(form, "title"), ...(parent && { parent: parent.id }) };
    const emoji = textOf(form, "emoji");
    const item = isSpace
      ? await call("POST /orgs/:organizationId/spaces", params, {
          body: { ...body, ...(emoji && { emoji }) },
        })
      : await call("POST /orgs/:organizationId/collections", params, { body });
    if (parent) setOpen(organization.id, [parent.id], true);
    refreshLibrary(organization.id);
    navigate(pathOfItem(item));
  };
  return (
    <FormDialog
      title={isSpace ? texts.newSpaceTitle : texts.newCollectionTitle}
      action={isSpace ? texts.createSpace : texts.createCollection}
      onClose={onClose}
      onSubmit={create}
    >
      {parent && <p class="muted">{texts.within(parent.title)}</p>}
      <TextField label={texts.title} name="title" required maxLength={50} autocomplete="off" autoFocus />
      {isSpace && <EmojiField name="emoji" value="📘" />}
    </FormDialog>
  );
}

/** Asks for another title, and for the emoji of a space or the description of a collection. */
export function openRename(item: LibraryItem): void {
  openDialog((close) => <RenameDialog item={item} onClose={close} />);
}

function RenameDialog({ item, onClose }: { readonly item: LibraryItem; readonly onClose: () => void }) {
  const texts = words.library;
  const save = async (form: FormData) => {
    const title = textOf(form, "title");
    await update(item, { title, emoji: textOf(form, "emoji"), description: textOf(form, "description") });
    const before = {
      title: item.title,
      emoji: item.object === "space" ? emojiOf(item.emoji) : "",
      description: item.object === "collection" ? (item.description ?? "") : "",
    };
    showDone(texts.renamed(title), () => update(item, before));
  };
  return (
    <FormDialog
      title={item.object === "space" ? texts.renameSpace : texts.renameCollection}
      action={words.common.save}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={texts.title}
        name="title"
        value={item.title}
        required
        maxLength={50}
        autocomplete="off"
        autoFocus
      />
      {item.object === "space" ? (
        <EmojiField name="emoji" value={emojiOf(item.emoji)} />
      ) : (
        <TextField
          label={texts.description}
          name="description"
          value={item.description ?? ""}
          maxLength={100}
          autocomplete="off"
        />
      )}
    </FormDialog>
  );
}

/** Asks for the organization that gets a space or collection. */
export function openTransfer(item: LibraryItem): void {
  openDialog((close) => <TransferDialog item={item} onClose={close} />);
}

function TransferDialog({ item, onClose }: { readonly item: LibraryItem; readonly onClose: () => void }) {
  const texts = words.library;
  const targets = (useOrganizations() ?? []).filter(
    ({ id, permissions }) => id !== item.organization && permissions.createContent,
  );
  const [chosen, choose] = useState<string>();
  const target = targets.find(({ id }) => id === chosen) ?? targets[0];
  const transfer = async () => {
    if (target === undefined) return;
    const body = { organization: target.id };
    if (item.object === "space") await call("POST /spaces/:spaceId/transfer", { spaceId: item.id }, { body });
    else await call("POST /collections/:collectionId/transfer", { collectionId: item.id }, { body });
    refreshLibrary(item.organization);
    refreshLibrary(target.id);
    refresh(pathOfItem(item));
    showDone(texts.transferred(item.title, target.title));
  };
  return (
    <FormDialog
      title={texts.transferTitle(item.title)}
      action={texts.transferAction}
      isDisabled={target === undefined}
      onClose={onClose}
      onSubmit={transfer}
    >
      <p>{target === undefined ? texts.noOtherOrganization : texts.transferText}</p>
      {target && (
        <SelectField
          label={texts.transferTo}
          value={target.id}
          options={targets.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={choose}
        />
      )}
    </FormDialog>
  );
}

interface ItemTexts {
  readonly title: string;
  /** That of a space. */
  readonly emoji: string;
  /** That of a collection. */
  readonly description: string;
}

async function update(item: LibraryItem, { title, emoji, description }: ItemTexts): Promise<void> {
  if (item.object === "space") await updateSpace(item, { title, emoji: emoji || null });
  else await updateCollection(item, { title, description });
  refresh(pathOfItem(item));
}

function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? "").trim();
}
