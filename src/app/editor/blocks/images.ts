import {
  faAlignCenter,
  faAlignLeft,
  faAlignRight,
  faArrowsLeftRight,
  faArrowsLeftRightToLine,
  faBorderAll,
  faClosedCaptioning,
  faDownload,
  faImage,
  faMoon,
  faPlus,
  faRotate,
  faTrash,
  faUniversalAccess,
} from "@fortawesome/free-solid-svg-icons";
import type { Node } from "prosemirror-model";
import { type Command, NodeSelection } from "prosemirror-state";
import type { EditorView, NodeViewConstructor } from "prosemirror-view";
import type { File as StoredFile } from "../../data/api-types.ts";
import { readStored, writeStored } from "../../data/stored.ts";
import { words } from "../../words/index.ts";
import { type FileRef, filesOf, shownAddress } from "../content-files.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import { chooseFiles, startUploads } from "../uploads/uploads.ts";
import { element } from "../view/elements.ts";
import { changeData } from "../view/insert-block.ts";
import { isInControls, selectByClick, type Tool, toolButton, toolbar } from "../view/toolbar.ts";
import { hasCaption, toggleCaption } from "./captions.ts";
import { type ImageWidth, resizeHandle, widthOf } from "./image-width.ts";
import { linkCard } from "./link-card.ts";

const { images: imagesNode, image: imageNode } = schema.nodes;
const texts = words.media.image;

interface ImageData {
  readonly ref: FileRef;
  readonly refDark?: FileRef;
  readonly alt?: string;
  readonly width?: ImageWidth;
  readonly height?: ImageWidth;
}

const imagesView: NodeViewConstructor = (node) => {
  const dom = element("div");
  const draw = ({ attrs }: Node) => {
    const { align, withFrame, fullWidth } = attrs.data;
    const names = ["images", align && `align-${align}`, withFrame && "is-framed", fullWidth && "is-wide"];
    dom.className = names.filter(Boolean).join(" ");
  };
  draw(node);
  return {
    dom,
    contentDOM: dom,
    update: (next) => {
      if (next.type !== imagesNode) return false;
      draw(next);
      // The tools of each image say how all of them are shown.
      queueMicrotask(() => {
        for (const figure of dom.children) figure.dispatchEvent(new Event(redraw));
      });
      return true;
    },
  };
};

const redraw = "lectern-redraw";

const imageView: NodeViewConstructor = (node, view, getPos) => {
  const files = filesOf(view.state);
  const contentDOM = element("div", { className: "captions" });
  const shown = element("div", { className: "image-shown", contentEditable: "false" });
  const dom = element("figure", { className: "block-with-tools" }, shown, contentDOM);
  let current = node;
  let tools: HTMLElement | undefined;
  const draw = () => {
    const data = current.attrs.data as ImageData;
    const { picture, images } = drawPicture(data, view);
    const width = widthOf(data.width);
    const isRelative = width?.endsWith("%") === true;
    dom.classList.toggle("is-sized", isRelative);
    dom.style.inlineSize = isRelative && width ? width : "";
    for (const image of images) image.style.inlineSize = isRelative || !width ? "" : width;
    const hasFocusedHandle = shown.querySelector(".resize-handle:focus") !== null;
    shown.replaceChildren(picture);
    if (images.length > 0) {
      const save = (next: number) => resize(view, getPos(), next);
      const handle = resizeHandle(images, texts.width, save);
      shown.append(handle);
      if (hasFocusedHandle) handle.focus();
      if (!data.alt && !isDecorative(data)) shown.append(altHint(view, getPos));
    }
    const hadFocus = tools?.matches(":focus-within") ? focusIndex(tools) : -1;
    const next = toolbar(texts.tools, imageTools(view, getPos, current));
    if (tools) tools.replaceWith(next);
    else dom.prepend(next);
    tools = next;
    if (hadFocus >= 0) next.querySelectorAll("button")[hadFocus]?.focus();
  };
  draw();
  dom.addEventListener(redraw, draw);
  selectByClick(shown, view, getPos);
  const stop = files.subscribe(draw);
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== imageNode) return false;
      const isSame = next.attrs.data === current.attrs.data && hasCaption(next) === hasCaption(current);
      current = next;
      if (!isSame) draw();
      return true;
    },
    selectNode: () => dom.classList.add("ProseMirror-selectednode"),
    deselectNode: () => dom.classList.remove("ProseMirror-selectednode"),
    stopEvent: isInControls,
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
    destroy: stop,
  };
};

function focusIndex(tools: HTMLElement): number {
  const { activeElement } = tools.getRootNode() as ShadowRoot;
  return [...tools.querySelectorAll("button")].indexOf(activeElement as HTMLButtonElement);
}

const noFile = { dimensions: undefined };

/** The image with its variant for the dark mode, or what is known of it. */
function drawPicture({ ref, refDark, alt = "" }: ImageData, view: EditorView) {
  const files = filesOf(view.state);
  const [light, dark] = [ref, refDark].map((of) => of && files.find(of));
  const source = shownAddress(light);
  if (source === undefined) {
    if (ref?.kind === "url") return { picture: addressCard(ref.url, alt), images: [] };
    const isKnown = light !== undefined;
    const text = isKnown ? light.name : files.isLoaded ? words.media.missingImage : words.common.loading;
    return { picture: element("p", { className: "missing" }, text), images: [] };
  }
  const draw = (
    src: string,
    { dimensions }: StoredFile | typeof noFile = light ?? noFile,
    className = "",
  ) => {
    const image = element("img", { src, alt, className, draggable: false });
    if (dimensions) [image.width, image.height] = [dimensions.width, dimensions.height];
    return image;
  };
  const darkSource = shownAddress(dark);
  const images = darkSource
    ? [draw(source, light, "light-only"), draw(darkSource, dark, "dark-only")]
    : [draw(source)];
  return { picture: element("span", { className: "image-frame" }, ...images), images };
}

/** An image in a line of text. */
const inlineImageView: NodeViewConstructor = (node, view) => {
  const files = filesOf(view.state);
  const { ref, alt = "", size } = node.attrs.data as { ref: FileRef; alt?: string; size?: string };
  const dom = element("span", { contentEditable: "false" });
  const draw = () => {
    const source = shownAddress(files.find(ref));
    const className = size === "original" ? "inline-image" : "inline-image is-line";
    const name = alt || (ref?.kind === "url" ? ref.url : words.media.missingImage);
    dom.replaceChildren(source ? element("img", { src: source, alt, className }) : element("em", {}, name));
  };
  draw();
  return { dom, ignoreMutation: () => true, destroy: files.subscribe(draw) };
};

/** Images of other hosts are not loaded in the workspace. */
function addressCard(url: string, alt: string): HTMLElement {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return linkCard(faImage, alt === "" ? url : alt, host);
}

/** Images that need no alt text. The document cannot say so, so that it is known in this browser only. */
const decorativeName = "editor.decorative";
const identityOf = ({ ref }: ImageData) => (ref?.kind === "file" ? ref.file : (ref?.url ?? ""));

export function isDecorative(data: ImageData): boolean {
  return readStored<string[]>(decorativeName, []).includes(identityOf(data));
}

export function setDecorative(data: ImageData, value: boolean): void {
  const id = identityOf(data);
  const others = readStored<string[]>(decorativeName, []).filter((other) => other !== id);
  writeStored(decorativeName, value ? [...others, id].slice(-1000) : others);
}

function altHint(view: EditorView, getPos: () => number | undefined): HTMLElement {
  const run = () => void openAltText(view, getPos);
  const button = toolButton({ label: texts.addAlt, text: texts.addAlt, icon: faUniversalAccess, run });
  button.classList.add("alt-hint");
  return button;
}

async function openAltText(view: EditorView, getPos: () => number | undefined): Promise<void> {
  const { editAltText } = await import("../on-demand.ts");
  editAltText(view, getPos);
}

function resize(view: EditorView, position: number | undefined, width: number): void {
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (node === null) return;
  const { width: before, height } = node.attrs.data as ImageData;
  // A written height is that of the written width.
  const isBoth = typeof before === "number" && typeof height === "number" && before > 0;
  changeData(view, position, { width, height: isBoth ? Math.round((height * width) / before) : undefined });
}

function imageTools(view: EditorView, getPos: () => number | undefined, node: Node): Tool[] {
  const data = node.attrs.data as ImageData;
  const parentOf = () => {
    const position = getPos();
    return position === undefined ? undefined : view.state.doc.resolve(position);
  };
  const { align, withFrame, fullWidth } = parentOf()?.parent.attrs.data ?? {};
  const change = (changes: object) => {
    const $position = parentOf();
    if ($position) changeData(view, $position.before(), { ...changes });
  };
  const aligned = (value: string, icon: Tool["icon"], label: string): Tool => ({
    label,
    ...(icon && { icon }),
    isPressed: (align ?? "center") === value,
    run: () => change({ align: value === "center" ? undefined : value }),
  });
  const file = filesOf(view.state).find(data.ref);
  return [
    aligned("left", faAlignLeft, texts.left),
    aligned("center", faAlignCenter, texts.center),
    aligned("right", faAlignRight, texts.right),
    {
      label: texts.fullWidth,
      icon: faArrowsLeftRightToLine,
      isPressed: fullWidth === true,
      run: () => change({ fullWidth: fullWidth ? undefined : true }),
    },
    {
      label: texts.frame,
      icon: faBorderAll,
      isPressed: withFrame === true,
      run: () => change({ withFrame: withFrame ? undefined : true }),
    },
    {
      label: texts.size,
      icon: faArrowsLeftRight,
      run: async () => (await import("../on-demand.ts")).editWidth(view, getPos),
    },
    { label: texts.alt, icon: faUniversalAccess, run: () => openAltText(view, getPos) },
    {
      label: texts.caption,
      icon: faClosedCaptioning,
      isPressed: hasCaption(node),
      run: () => toggleCaption(view, getPos()),
    },
    {
      label: texts.dark,
      icon: faMoon,
      isPressed: data.refDark !== undefined,
      run: () => toggleDark(view, getPos, data),
    },
    { label: texts.addImages, icon: faPlus, run: () => addToGallery(view, getPos) },
    { label: texts.replace, icon: faRotate, run: () => replaceRef(view, getPos, "ref") },
    ...(file === undefined ? [] : [{ label: texts.download, icon: faDownload, run: () => download(file) }]),
    { label: texts.remove, icon: faTrash, run: () => removeImage(view, getPos()) },
  ];
}

function download({ downloadURL, name }: { readonly downloadURL: string; readonly name: string }): void {
  element("a", { href: downloadURL, download: name }).click();
}

/** Uploads an image for a field of the data, in place of what it refers to now. */
function replaceRef(view: EditorView, getPos: () => number | undefined, field: "ref" | "refDark"): void {
  chooseFiles({ accept: "image/*", multiple: false }, (files) => {
    const position = getPos();
    if (position === undefined) return;
    startUploads(view, files, position, (tr, at, [file]) => {
      const node = tr.doc.nodeAt(at);
      if (file === undefined || node?.type !== imageNode) return;
      tr.setNodeAttribute(at, "data", { ...node.attrs.data, [field]: { kind: "file", file: file.id } });
    });
  });
}

function toggleDark(view: EditorView, getPos: () => number | undefined, { refDark }: ImageData): void {
  if (refDark === undefined) replaceRef(view, getPos, "refDark");
  else changeData(view, getPos(), { refDark: undefined });
}

function addToGallery(view: EditorView, getPos: () => number | undefined): void {
  chooseFiles({ accept: "image/*" }, (files) => {
    const position = getPos();
    if (position === undefined) return;
    startUploads(view, files, position, (tr, at, stored) => {
      const node = tr.doc.nodeAt(at);
      if (node?.type !== imageNode) return;
      const added = stored.map(({ id }) => imageNode.create({ data: { ref: { kind: "file", file: id } } }));
      tr.insert(at + node.nodeSize, added);
    });
  });
}

/** Removes an image, and the block if it was the last one in it. */
function removeImage(view: EditorView, position: number | undefined): void {
  if (position === undefined) return;
  const { tr } = view.state;
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
  removeSelected(view.state, view.dispatch);
  view.focus();
}

const removeSelected: Command = (state, dispatch) => {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || selection.node.type !== imageNode) return false;
  const { $from, from, to } = selection;
  const isOnly = $from.parent.childCount === 1;
  dispatch?.(isOnly ? state.tr.delete($from.before(), $from.after()) : state.tr.delete(from, to));
  return true;
};

/** Opens the dialog that takes files or an address. */
const insertImages: Command = (_state, dispatch, view) => {
  if (dispatch && view) import("../on-demand.ts").then(({ chooseImages }) => chooseImages(view));
  return true;
};

export const images: Kind = {
  dom: {
    images: () => ["div", { class: "images" }, 0],
    image: ({ attrs }) => {
      const { ref, alt = "" } = attrs.data as ImageData;
      const source = ref?.kind === "url" ? ref.url : `/files/${ref?.file}`;
      return ["figure", ["img", { src: source, alt }], ["div", 0]];
    },
    inline_image: ({ attrs }) => ["em", attrs.data.alt ?? words.media.blocks.image],
  },
  views: { images: imagesView, image: imageView, inline_image: inlineImageView },
  keys: { Backspace: removeSelected, Delete: removeSelected },
  entries: [
    {
      name: words.media.blocks.image,
      keywords: "picture photo gallery upload",
      icon: faImage,
      group: "media",
      insert: insertImages,
    },
  ],
};
