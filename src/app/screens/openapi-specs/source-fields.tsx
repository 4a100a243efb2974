import { useState } from "preact/hooks";
import { ApiError } from "../../data/api.ts";
import { FileField, SelectField, TextAreaField, TextField } from "../../parts/field.tsx";
import { words } from "../../words/index.ts";

type Way = "url" | "file" | "text";

/** The maximum size of a file in bytes. It is sent as a string of a JSON body, which is larger. */
const maxFileSize = 15_000_000;

/** Asks for the source of a spec: an address, a file or a text. */
export function SourceFields({
  url,
  text,
}: {
  readonly url?: string | undefined;
  readonly text?: string | undefined;
}) {
  const texts = words.openapi.add;
  const [way, setWay] = useState<Way>(text === undefined ? "url" : "text");
  return (
    <>
      <SelectField
        label={texts.way}
        name="way"
        value={way}
        options={Object.entries(texts.ways).map(([value, label]) => ({ value, label }))}
        onChange={(value) => setWay(value as Way)}
      />
      {way === "url" && (
        <TextField
          label={texts.url}
          name="url"
          type="url"
          initialValue={url}
          hint={texts.urlHint}
          autocomplete="off"
          required
        />
      )}
      {way === "file" && (
        <FileField label={texts.file} name="file" accept=".json,.yaml,.yml" hint={texts.fileHint} required />
      )}
      {way === "text" && (
        <TextAreaField
          label={texts.text}
          name="text"
          initialValue={text}
          hint={texts.textHint}
          rows={12}
          isCode
          required
        />
      )}
    </>
  );
}

/** The source that the fields contain. */
export async function readSource(form: FormData): Promise<{ url?: string; text?: string }> {
  const way = form.get("way");
  if (way === "url") return { url: String(form.get("url")).trim() };
  const file = form.get("file");
  if (way === "text" || !(file instanceof File)) return { text: String(form.get("text")) };
  if (file.size > maxFileSize) throw new ApiError(400, words.openapi.add.tooLarge);
  return { text: await file.text() };
}
