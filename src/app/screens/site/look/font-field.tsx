import { faTrash, faUpload } from "@fortawesome/free-solid-svg-icons";
import { call } from "../../../data/api.ts";
import type { CustomFont } from "../../../data/api-types.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { attempt, showDone } from "../../../data/toasts.ts";
import { putFile } from "../../../data/upload.ts";
import { Button, IconButton } from "../../../parts/button.tsx";
import { confirm, FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { FileField, SelectField, TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import { fieldWords } from "./field-words.ts";
import { spacedName } from "./fields.ts";
import { useField, useForm } from "./form-context.ts";

const texts = words.look;

type Font = string | Omit<CustomFont, "permissions">;

/** One of the fonts that every site has, or one of the organization. */
export function FontField({ path, names }: { readonly path: string; readonly names: readonly string[] }) {
  const { organizationId } = useForm();
  const { value, own, isOfSite, set } = useField<Font>(path);
  const uploaded =
    useList("GET /orgs/:organizationId/fonts", { organizationId }, { limit: 100 }, { all: true }).data ?? [];
  const { label, unset = "" } = fieldWords(path);
  const shown = isOfSite ? own : value;
  const idOf = (font: Font | undefined) => (typeof font === "object" ? `id:${font.id}` : (font ?? ""));
  const isUnknown = typeof shown === "object" && !uploaded.some(({ id }) => id === shown.id);
  const options = [
    { value: "", label: isOfSite ? unset : texts.inherited },
    ...names.map((name) => ({ value: name, label: spacedName(name) })),
    ...uploaded.map((font) => ({ value: idOf(font), label: font.fontFamily })),
    ...(isUnknown ? [{ value: idOf(shown), label: shown.fontFamily }] : []),
  ];
  const choose = (id: string) => {
    const found = uploaded.find((font) => idOf(font) === id);
    if (found === undefined) return set(id === "" ? undefined : id);
    const { permissions: _, ...font } = found;
    set(font);
  };
  return (
    <SelectField
      label={label}
      value={isOfSite ? idOf(own) : idOf(value)}
      options={options}
      onChange={choose}
    />
  );
}

/** The organization's own fonts, with what uploads and deletes them. */
export function OwnFonts() {
  const { organizationId } = useForm();
  const uploaded =
    useList("GET /orgs/:organizationId/fonts", { organizationId }, { limit: 100 }, { all: true }).data ?? [];
  const remove = async ({ id, fontFamily }: CustomFont) => {
    const { fontRemoveTitle: title, fontRemoveText: text, fontRemoveAction: action } = texts;
    if (!(await confirm({ title: `${title} ${fontFamily}`, text, action, isDangerous: true }))) return;
    const params = { organizationId, fontId: id };
    await attempt(() => call("DELETE /orgs/:organizationId/fonts/:fontId", params), texts.fontRemoved);
    refresh(`/orgs/${organizationId}/fonts`);
  };
  return (
    <div class="look-field">
      {uploaded.length > 0 && (
        <ul class="own-fonts" aria-label={texts.fontOwn}>
          {uploaded.map((font) => (
            <li key={font.id}>
              {font.fontFamily}
              {font.permissions.edit && (
                <IconButton
                  icon={faTrash}
                  label={texts.fontRemove(font.fontFamily)}
                  onClick={() => remove(font)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Button
        icon={faUpload}
        onClick={() =>
          openDialog((close) => <UploadDialog organizationId={organizationId} onClose={close} />)
        }
      >
        {texts.fontUpload}
      </Button>
    </div>
  );
}

const accept = ".woff2,.woff,.ttf,.otf";

function UploadDialog({
  organizationId,
  onClose,
}: {
  readonly organizationId: string;
  readonly onClose: () => void;
}) {
  const send = async (form: FormData) => {
    const faces = [];
    for (const [name, weight] of [
      ["regular", 400],
      ["bold", 700],
    ] as const) {
      const file = form.get(name);
      if (file instanceof File && file.size > 0)
        faces.push({ weight, storageKey: await storeFile(organizationId, file) });
    }
    const body = { fontFamily: String(form.get("name") ?? ""), fontFaces: faces };
    await call("PUT /orgs/:organizationId/fonts", { organizationId }, { body });
    refresh(`/orgs/${organizationId}/fonts`);
    showDone(texts.fontAdded);
  };
  return (
    <FormDialog title={texts.fontTitle} action={texts.fontAdd} onClose={onClose} onSubmit={send}>
      <TextField label={texts.fontName} name="name" required maxLength={50} />
      <FileField label={texts.fontRegular} name="regular" accept={accept} required hint={texts.fontHint} />
      <FileField label={texts.fontBold} name="bold" accept={accept} />
    </FormDialog>
  );
}

/** Uploads a file of a font. The result is the key by which a font refers to it. */
async function storeFile(organizationId: string, file: File): Promise<string> {
  const { name, type, size } = file;
  const body = { file: { name, type, size }, kind: "customization_font" as const };
  const { url, key } = await call("POST /orgs/:organizationId/storage/upload", { organizationId }, { body });
  await putFile(url, file);
  return key;
}
