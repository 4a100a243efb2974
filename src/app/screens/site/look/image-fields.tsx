import { faTrash, faUpload } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SiteSpace, Space } from "../../../data/api-types.ts";
import { attempt } from "../../../data/toasts.ts";
import { sendFile } from "../../../editor/uploads/send-file.ts";
import { Button, IconButton } from "../../../parts/button.tsx";
import { TextField } from "../../../parts/field.tsx";
import { emojiOf } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";
import { fieldWords } from "./field-words.ts";
import { useField, useForm } from "./form-context.ts";
import { Segments } from "./simple-fields.tsx";

const texts = words.look;

interface ThemedUrl {
  readonly light: string;
  readonly dark: string;
}

/** An image for light and one for dark, which is the same at first. */
export function ImagesField({ path }: { readonly path: string }) {
  const { value, change } = useField<ThemedUrl>(path);
  return <ImagePair label={fieldWords(path).label} value={value} onChange={change} />;
}

function ImagePair({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: ThemedUrl | undefined;
  readonly onChange: (update: (value: ThemedUrl | undefined) => ThemedUrl | undefined) => void;
}) {
  return (
    <fieldset class="look-images">
      <legend>{label}</legend>
      <ImageInput
        label={value === undefined ? label : texts.inMode(label, texts.light.toLowerCase())}
        url={value?.light}
        onChange={(url) => onChange((newest) => withLight(newest, url))}
      />
      {value && (
        <ImageInput
          label={texts.inMode(label, texts.dark.toLowerCase())}
          url={value.dark}
          onChange={(url) => onChange((newest) => withDark(newest, url))}
        />
      )}
    </fieldset>
  );
}

/** The image for dark is the same until it is another one. */
function withLight(pair: ThemedUrl | undefined, url: string | undefined): ThemedUrl | undefined {
  if (url === undefined) return undefined;
  return { light: url, dark: pair === undefined || pair.dark === pair.light ? url : pair.dark };
}

function withDark(pair: ThemedUrl | undefined, url: string | undefined): ThemedUrl | undefined {
  const dark = url ?? pair?.light;
  return dark === undefined ? undefined : { light: pair?.light ?? dark, dark };
}

/** One image. */
export function ImageField({ path }: { readonly path: string }) {
  const { value, set } = useField<string>(path);
  const { label } = fieldWords(path);
  return (
    <fieldset class="look-images">
      <legend>{label}</legend>
      <ImageInput label={label} url={value} onChange={set} />
    </fieldset>
  );
}

/** An emoji, an image, or the icon of Lectern in the primary color. */
export function FaviconField({ path }: { readonly path: string }) {
  const { value = {}, set, change } = useField<{ readonly icon?: ThemedUrl; readonly emoji?: string }>(path);
  const current = value.icon ? "image" : value.emoji === undefined ? "none" : "emoji";
  // An image is chosen before there is one. Whatever else changes the icon, such as undo, takes that back.
  const [isImageAwaited, setImageAwaited] = useState(false);
  useEffect(() => setImageAwaited(false), [JSON.stringify(value)]);
  const kind = isImageAwaited ? "image" : current;
  const { label } = fieldWords(path);
  const choose = (next: string) => {
    setImageAwaited(next === "image");
    if (next === "none") set({});
    if (next === "emoji") set({ emoji: "📘" });
  };
  return (
    <fieldset class="look-images">
      <legend>{label}</legend>
      <Segments
        label={texts.faviconKind}
        isBare
        value={kind}
        options={Object.entries(texts.faviconKinds).map(([name, text]) => ({ value: name, label: text }))}
        onChange={choose}
      />
      {kind === "emoji" && (
        <TextField
          label={texts.emoji}
          value={emojiOf(value.emoji ?? "")}
          maxLength={20}
          onInput={(emoji) => emoji.trim() !== "" && set({ emoji: emoji.trim() })}
        />
      )}
      {kind === "image" && (
        <ImagePair
          label={label}
          value={value.icon}
          onChange={(update) =>
            change((newest) => {
              const icon = update(newest?.icon);
              return icon ? { icon } : {};
            })
          }
        />
      )}
    </fieldset>
  );
}

/** The space that gets uploaded images. A locked one takes files by change requests only. */
function uploadSpaceOf(siteSpaces: readonly SiteSpace[]): Space | undefined {
  return siteSpaces.find(({ space }) => space.permissions.edit && space.editMode === "live")?.space;
}

/** An image by its address or by upload. Those of other hosts are not loaded here: the preview shows them. */
function ImageInput({
  label,
  url,
  onChange,
}: {
  readonly label: string;
  readonly url: string | undefined;
  readonly onChange: (url: string | undefined) => void;
}) {
  const { siteSpaces } = useForm();
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const space = uploadSpaceOf(siteSpaces)?.id;
  const isOwn = url !== undefined && URL.parse(url)?.origin === location.origin;
  const upload = async (file: File | undefined) => {
    if (file === undefined || space === undefined) return;
    setSending(true);
    const { signal } = new AbortController();
    const sent = await attempt(() => sendFile({ space }, file, () => {}, signal));
    setSending(false);
    if (sent?.result.downloadURL) onChange(sent.result.downloadURL);
  };
  return (
    <div class="image-input">
      {isOwn && <img src={url} alt="" />}
      <TextField
        label={texts.imageAddress(label)}
        type="url"
        value={url ?? ""}
        placeholder="https://"
        onInput={(text) => onChange(text === "" ? undefined : text)}
      />
      <div class="image-actions">
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*"
          aria-label={texts.uploadOf(label)}
          onChange={({ currentTarget }) => {
            void upload(currentTarget.files?.[0]);
            currentTarget.value = "";
          }}
        />
        <Button
          icon={faUpload}
          aria-label={texts.uploadOf(label)}
          disabled={space === undefined || isSending}
          onClick={() => input.current?.click()}
        >
          {isSending ? texts.uploading : texts.upload}
        </Button>
        {url !== undefined && (
          <IconButton icon={faTrash} label={texts.removeImage(label)} onClick={() => onChange(undefined)} />
        )}
      </div>
      {space === undefined && <p class="hint">{texts.noUpload}</p>}
    </div>
  );
}
