import type { EditorView } from "prosemirror-view";
import { words } from "../../../words/index.ts";
import { filesOf } from "../../content-files.ts";
import type { Reference } from "../../model/references.ts";
import type { ColumnAttributes } from "../../model/table.ts";
import { contextOf } from "../../view/editor-context.ts";
import { element } from "../../view/elements.ts";
import { listOf, numberOf, optionColors, referenceOf, type SelectOption } from "./convert.ts";

/** What a control of a cell needs of its cell. */
export interface ValueCell {
  readonly view: EditorView;
  readonly column: ColumnAttributes;
  /** The accessible name: the title of the column. */
  readonly label: string;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  /** Opens the editor of a value that is chosen from a list. */
  readonly open: () => void;
}

const texts = words.tables;

/** The control that shows the value of a cell and changes it. */
export function valueControl(cell: ValueCell): HTMLElement {
  switch (cell.column.data.type) {
    case "checkbox":
      return checkbox(cell);
    case "number":
      return numberField(cell);
    case "rating":
      return stars(cell);
    default:
      return valueButton(cell);
  }
}

function checkbox({ label, value, change }: ValueCell): HTMLElement {
  const box = element("input", { type: "checkbox", checked: value === true, ariaLabel: label });
  box.addEventListener("change", () => change(box.checked));
  return box;
}

/** A number is written when the field is left. What is no number is not taken. */
function numberField({ label, value, change }: ValueCell): HTMLElement {
  const text = value === undefined || value === null ? "" : String(value);
  const field = element("input", { className: "cell-input", type: "text", inputMode: "decimal" });
  field.value = text;
  field.ariaLabel = label;
  field.autocomplete = "off";
  const commit = () => {
    const typed = field.value.trim();
    if (typed === text) return;
    const number = numberOf(typed);
    if (typed === "" || number !== undefined) change(number);
    else field.value = text;
  };
  field.addEventListener("change", commit);
  field.addEventListener("keydown", ({ key }) => {
    if (["Enter", "Tab", "ArrowUp", "ArrowDown"].includes(key)) commit();
    if (key === "Escape") field.value = text;
  });
  return field;
}

/** Stars: a click or a digit sets them, arrow keys change them by one. */
function stars({ label, column, value, change }: ValueCell): HTMLElement {
  const max = Math.max(1, Math.min(Number(column.data.max ?? 5), 20));
  const now = Math.max(0, Math.min(Math.round(Number(value ?? 0)), max));
  const slider = element("span", { className: "rating", tabIndex: 0, ariaLabel: label });
  slider.setAttribute("role", "slider");
  slider.ariaValueMin = "0";
  slider.ariaValueMax = String(max);
  slider.ariaValueNow = String(now);
  slider.ariaValueText = texts.stars(now, max);
  for (let i = 1; i <= max; i++) {
    const star = element("span", { textContent: i <= now ? "★" : "☆" });
    star.addEventListener("click", () => change(i === now ? undefined : i));
    slider.append(star);
  }
  const set = (stars: number) => change(stars <= 0 ? undefined : Math.min(stars, max));
  slider.addEventListener("keydown", (event) => {
    const isRtl = getComputedStyle(slider).direction === "rtl";
    const steps: Record<string, number> = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 };
    const step = steps[event.key];
    if (step !== undefined && !event.shiftKey && !event.altKey) set(now + step);
    else if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey) set(Number(event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return slider;
}

function valueButton({ view, column, label, value, open }: ValueCell): HTMLElement {
  const button = element("button", { type: "button", className: "cell-value" });
  button.ariaHasPopup = "dialog";
  const parts = valueParts(view, column, value);
  button.append(
    ...(parts.length > 0 ? parts : [element("span", { className: "cell-empty", textContent: "＋" })]),
  );
  const name = () => {
    button.ariaLabel = `${label}: ${button.innerText.trim().replace("＋", "") || texts.noValue}`;
  };
  button.ariaLabel = `${label}: ${button.textContent?.replace("＋", "").trim() || texts.noValue}`;
  new MutationObserver(name).observe(button, { childList: true, characterData: true, subtree: true });
  button.addEventListener("click", open);
  return button;
}

/** The parts of a value as readers see them. */
function valueParts(view: EditorView, { data }: ColumnAttributes, value: unknown): Node[] {
  if (value === undefined || value === null) return [];
  if (data.type === "select") return listOf(value).map((item) => chip(item, data.options as SelectOption[]));
  if (data.type === "files")
    return separated(listOf(value).map((file) => named(view, { kind: "file", file })));
  if (data.type === "users")
    return separated(listOf(value).map((user) => named(view, { kind: "user", user })));
  const ref = referenceOf(value) as Reference | undefined;
  if (ref === undefined) return [document.createTextNode(String(value))];
  return data.type === "image" ? [picture(view, ref, value)] : [named(view, ref)];
}

function separated(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, i) => (i === 0 ? [node] : [document.createTextNode(", "), node]));
}

/** The chip of an option. Readers see the same color. */
function chip(value: string, options: readonly SelectOption[]): HTMLElement {
  const option = options.find((known) => known.value === value);
  const label = option?.label ?? value;
  return element("span", { className: `chip chip-${colorIndex(option?.color, label)}`, textContent: label });
}

export function colorIndex(color: string | undefined, label: string): number {
  const index = optionColors.indexOf({ cyan: "teal", violet: "purple" }[color ?? ""] ?? color ?? "");
  if (index >= 0) return index + 1;
  let sum = 0;
  for (const character of label) sum += character.codePointAt(0) ?? 0;
  return (sum % optionColors.length) + 1;
}

/** The name of what a value refers to, as soon as it is known. */
function named(view: EditorView, ref: Reference): HTMLElement {
  const dom = element("span", { className: "cell-reference", textContent: "…" });
  contextOf(view.state)
    .names.nameOf(ref)
    .then((name) => {
      dom.textContent = name ?? words.editor.links.missing;
    });
  return dom;
}

/** An image of this space. Those of other hosts are not loaded in the workspace: their address is shown. */
function picture(view: EditorView, ref: Reference, value: unknown): HTMLElement {
  if (ref.kind !== "file") return named(view, ref);
  const { alt = "" } = value as { alt?: string };
  const image = element("img", { alt, className: "cell-image" });
  const files = filesOf(view.state);
  const show = () => {
    const file = files.find(ref);
    if (file) image.src = file.downloadURL;
    else if (files.isLoaded) image.replaceWith(named(view, ref));
    if (file || files.isLoaded) stop();
  };
  const stop = files.subscribe(show);
  show();
  return image;
}
