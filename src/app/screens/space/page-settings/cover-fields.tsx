import { useEffect, useRef, useState } from "preact/hooks";
import type { PageHtml } from "../../../data/api-types.ts";
import { Button } from "../../../parts/button.tsx";
import { SelectField, TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import { coverPosition } from "../page-cover.tsx";
import type { CoverUpload } from "./cover-upload.ts";
import type { CoverImage, PageSettings } from "./page-fields.ts";

interface CoverFieldsProps {
  readonly settings: PageSettings;
  readonly onChange: (change: Partial<PageSettings>) => void;
  /** The images that the page has now. */
  readonly shown: PageHtml["cover"];
  readonly uploads: ReadonlyMap<CoverImage, CoverUpload>;
}

/** The images of a cover, their position and size. */
export function CoverFields({ settings, onChange, shown, uploads }: CoverFieldsProps) {
  const { cover, layout } = settings;
  const texts = words.editing.settings;
  const set = (change: Partial<PageSettings["cover"]>) => onChange({ cover: { ...cover, ...change } });
  const setLayout = (change: Partial<PageSettings["layout"]>) =>
    onChange({ layout: { ...layout, ...change } });
  const src = imageUrlOf(cover.light, shown?.light.src);
  return (
    <>
      {src && <CoverPosition src={src} offset={cover.yPos} onChange={(yPos) => set({ yPos })} />}
      <ImageField
        label={texts.coverImage}
        image={cover.light}
        upload={uploads.get(cover.light)}
        onChange={(light) => set({ light })}
      />
      {cover.light && (
        <>
          <ImageField
            label={texts.coverDark}
            image={cover.dark}
            upload={uploads.get(cover.dark)}
            onChange={(dark) => set({ dark })}
          />
          <SelectField
            label={texts.coverSize}
            value={layout.coverSize}
            options={optionsOf(texts.coverSizes)}
            onChange={(value) => setLayout({ coverSize: value as typeof layout.coverSize })}
          />
          <SelectField
            label={texts.coverMask}
            value={layout.coverMask}
            options={optionsOf(texts.coverMasks)}
            onChange={(value) => setLayout({ coverMask: value as typeof layout.coverMask })}
          />
        </>
      )}
    </>
  );
}

export function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** The URL of an image that this browser may show. Images of other hosts are not loaded. */
function imageUrlOf(image: CoverImage, shown: string | undefined): string | undefined {
  if (image === undefined) return undefined;
  if ("chosen" in image) return image.preview;
  return image.kind === "file" ? shown : undefined;
}

interface ImageFieldProps {
  readonly label: string;
  readonly image: CoverImage;
  readonly upload: CoverUpload | undefined;
  readonly onChange: (image: CoverImage) => void;
}

/** An image from this computer, or by its address. */
function ImageField({ label, image, upload, onChange }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const texts = words.editing.settings;
  const url = image && "kind" in image && image.kind === "url" ? image.url : "";
  const name =
    image === undefined ? texts.noImage : "chosen" in image ? image.chosen.name : url || texts.coverShown;
  const preview = image && "chosen" in image ? image.preview : undefined;
  useEffect(() => () => preview && URL.revokeObjectURL(preview), [preview]);
  const choose = (chosen: File | undefined) =>
    chosen && onChange({ chosen, preview: URL.createObjectURL(chosen) });
  return (
    <fieldset class="image-field">
      <legend>{label}</legend>
      <div class="image-tools">
        <span class="image-name muted">{name}</span>
        <input
          ref={input}
          class="hidden-text"
          type="file"
          accept="image/*"
          tabIndex={-1}
          aria-label={texts.uploadOf(label)}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
        <Button aria-label={texts.uploadOf(label)} onClick={() => input.current?.click()}>
          {texts.upload}
        </Button>
        {image && (
          <Button kind="quiet" aria-label={texts.removeImage(label)} onClick={() => onChange(undefined)}>
            {words.common.remove}
          </Button>
        )}
      </div>
      {upload && <UploadProgress upload={upload} />}
      <TextField
        label={texts.addressOf(label)}
        type="url"
        value={url}
        placeholder="https://"
        maxLength={2048}
        onInput={(value) => onChange(value === "" ? undefined : { kind: "url", url: value })}
      />
    </fieldset>
  );
}

function UploadProgress({ upload: { name, part, cancel } }: { readonly upload: CoverUpload }) {
  const texts = words.media.upload;
  // When everything is sent, what follows is the work of the server, of which nothing is known.
  const value = part < 1 ? { value: part } : {};
  return (
    <div class="image-tools">
      <progress class="image-progress" max={1} {...value} aria-label={texts.progress(name)} />
      <Button kind="quiet" aria-label={texts.cancelOf(name)} onClick={cancel}>
        {words.common.cancel}
      </Button>
    </div>
  );
}

interface CoverPositionProps {
  readonly src: string;
  /** By how many pixels the image is moved down. */
  readonly offset: number;
  readonly onChange: (offset: number) => void;
}

/** The image of a cover, which is dragged up and down. The slider does the same with keys. */
function CoverPosition({ src, offset, onChange }: CoverPositionProps) {
  const [start, setStart] = useState<{ readonly y: number; readonly offset: number }>();
  const image = useRef<HTMLImageElement>(null);
  const [limit, setLimit] = useState(400);
  useEffect(() => setStart(undefined), [src]);
  const clamp = (value: number) => Math.round(Math.max(-limit, Math.min(limit, value)));
  const texts = words.editing.settings;
  return (
    <div class="cover-position">
      <img
        ref={image}
        src={src}
        alt=""
        draggable={false}
        style={{ objectPosition: coverPosition(offset) }}
        onLoad={(event) => setLimit(limitOf(event.currentTarget))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setStart({ y: event.clientY, offset });
        }}
        onPointerMove={(event) => start && onChange(clamp(start.offset + event.clientY - start.y))}
        onPointerUp={() => setStart(undefined)}
      />
      <label class="cover-slider">
        <span>{texts.coverPosition}</span>
        <input
          type="range"
          min={-limit}
          max={limit}
          value={offset}
          onInput={(event) => onChange(clamp(event.currentTarget.valueAsNumber))}
        />
      </label>
      <p class="hint">{texts.coverHint}</p>
    </div>
  );
}

/** The farthest that an image can be moved: half of what is not seen of it, and enough for narrow windows. */
function limitOf({ clientWidth, clientHeight, naturalWidth, naturalHeight }: HTMLImageElement): number {
  const height = naturalWidth === 0 ? 0 : (clientWidth / naturalWidth) * naturalHeight;
  return Math.max(20, Math.ceil((height - clientHeight) / 2));
}
