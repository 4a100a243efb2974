import { faDesktop, faFile, faMobileScreen, faUpRightFromSquare } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SiteSpace } from "../../../data/api-types.ts";
import { useList } from "../../../data/queries.ts";
import { reservedPaths, siteSpacePath } from "../../../data/site-paths.ts";
import { Button } from "../../../parts/button.tsx";
import { openDialog } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { words } from "../../../words/index.ts";
import { useForm } from "./form-context.ts";
import type { Edits } from "./look-state.ts";
import { PagePicker } from "./page-picker.tsx";
import { Segments } from "./simple-fields.tsx";
import { type PreviewOptions, usePreview } from "./use-preview.ts";
import { VisitorButton } from "./visitor-button.tsx";

const texts = words.look.preview;

/** The widths in which the site is shown, in pixels. */
const widths = { desktop: 1280, phone: 390 } as const;
type Device = keyof typeof widths;

/** The real site with the edits, in a frame. */
export function Preview({ edits }: { readonly edits: Edits }) {
  const { organizationId, site, siteSpaces, layer } = useForm();
  const pathOf = usePaths();
  const [options, setOptions] = useState<PreviewOptions>({ hasDrafts: false });
  const [device, setDevice] = useState<Device>("desktop");
  const [page, setPage] = useState<{ path: string; title: string }>();
  const { url, version, error, isBusy } = usePreview(organizationId, site.id, edits, options);
  // Counted, since the page that was opened last may be opened again after one has moved on in the frame.
  const [opened, setOpened] = useState({ path: "", count: 0 });
  const open = (path: string) => setOpened(({ count }) => ({ path, count: count + 1 }));
  const frame = useRef<HTMLIFrameElement>(null);
  useReload(frame, url, version);
  // Whoever edits a site space looks at that one.
  const edited = siteSpaces.find(({ id }) => id === layer);
  const editedPath = edited && pathOf(edited);
  useEffect(() => {
    if (editedPath !== undefined) open(editedPath);
  }, [editedPath]);
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || url === undefined || origin !== new URL(url).origin)
        return;
      if (data?.type === "lectern-page") setPage({ path: String(data.path), title: String(data.title) });
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, [url]);
  const { claims, mode, ...others } = options;
  return (
    <section class="look-preview" aria-label={texts.frame} aria-busy={isBusy}>
      <div class="preview-bar">
        <PageButton page={page?.title} pathOf={pathOf} onOpen={open} />
        <Segments
          label={texts.mode}
          isBare
          value={mode ?? "reader"}
          options={Object.entries(texts.modes).map(([value, label]) => ({ value, label }))}
          onChange={(next) =>
            setOptions(
              next === "reader"
                ? { ...others, ...(claims && { claims }) }
                : { ...options, mode: next as "light" | "dark" },
            )
          }
        />
        <fieldset class="radio-segments is-bare">
          <legend>{texts.device}</legend>
          <div>
            {(["desktop", "phone"] as const).map((name) => (
              <label key={name} title={texts.devices[name]}>
                <input
                  type="radio"
                  name="device"
                  checked={device === name}
                  onChange={() => setDevice(name)}
                />
                <span>
                  <Icon of={name === "desktop" ? faDesktop : faMobileScreen} />
                  <span class="hidden-text">{texts.devices[name]}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <VisitorButton options={options} onChange={setOptions} />
        {url && (
          <a
            class="icon-button"
            href={url + (page?.path ?? "")}
            target="_blank"
            rel="noreferrer"
            title={texts.open}
            aria-label={texts.open}
          >
            <Icon of={faUpRightFromSquare} />
          </a>
        )}
      </div>
      {error && (
        <p class="preview-error" role="alert">
          {texts.failed} {error.field ? `${error.field}: ${error.text}` : error.message}
        </p>
      )}
      {siteSpaces.length === 0 && <p class="preview-error">{words.siteOverview.missing.spaces}</p>}
      <ScaledFrame device={device}>
        {url && siteSpaces.length > 0 && (
          <iframe
            key={`${url} ${opened.count}`}
            ref={frame}
            title={texts.frame}
            src={url + opened.path}
            data-version={version}
          />
        )}
      </ScaledFrame>
    </section>
  );
}

/** Loads the page in the frame again after each stored edit. The page does it itself, so that it keeps its place. */
function useReload(
  frame: { readonly current: HTMLIFrameElement | null },
  url: string | undefined,
  version: number,
): void {
  const first = useRef(url);
  useEffect(() => {
    if (url !== undefined && first.current === url)
      frame.current?.contentWindow?.postMessage({ type: "lectern-reload" }, new URL(url).origin);
    first.current = url;
  }, [url, version]);
}

/** Shows a frame of a fixed width, made smaller to fit. */
function ScaledFrame({
  device,
  children,
}: {
  readonly device: Device;
  readonly children: preact.ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const scale = size.width === 0 ? 1 : Math.min(1, size.width / widths[device]);
  const width = device === "desktop" ? Math.max(size.width, widths.desktop) : widths.phone;
  return (
    <div ref={box} class={`preview-box preview-${device}`}>
      <div
        class="preview-scaled"
        style={{
          "inline-size": `${width}px`,
          "block-size": `${size.height / scale}px`,
          transform: `scale(${scale})`,
        }}
      >
        {children}
      </div>
    </div>
  );
}

/** The path of a site space below the site, with a slash before it; empty for the start of the site. */
function usePaths(): (siteSpace: SiteSpace) => string {
  const { organizationId, site } = useForm();
  const params = { organizationId, siteId: site.id };
  const route = "GET /orgs/:organizationId/sites/:siteId/sections";
  const sections = useList(route, params, { limit: 100 }, { all: true }).data;
  return (siteSpace) => {
    const section = sections?.find(({ id }) => id === siteSpace.section);
    const path = siteSpacePath(siteSpace, section, reservedPaths(sections ?? []));
    return path === "" ? "" : `/${path}`;
  };
}

/** The page that is shown. Another one can be chosen. */
function PageButton({
  page,
  pathOf,
  onOpen,
}: {
  readonly page: string | undefined;
  readonly pathOf: (siteSpace: SiteSpace) => string;
  readonly onOpen: (path: string) => void;
}) {
  const { siteSpaces } = useForm();
  const choose = () =>
    openDialog((close) => (
      <PagePicker
        siteSpaces={siteSpaces}
        onClose={close}
        onPick={({ page: picked, siteSpace }) => onOpen(`${pathOf(siteSpace)}/${picked.path ?? ""}`)}
      />
    ));
  return (
    <Button
      kind="quiet"
      icon={faFile}
      aria-label={texts.pickFrom(page ?? texts.page)}
      title={texts.pick}
      onClick={choose}
    >
      <span class="preview-page">{page ?? texts.page}</span>
    </Button>
  );
}
