import type { Node } from "./model.ts";
import { plainText } from "./plain-text.ts";
import type { ContentRef } from "./references.ts";
import { type CellValue, cellValues, refInCell, type Table } from "./table.ts";

/** The reference in a cell. Any other value is a URL. */
export function refOfCell(value: CellValue): ContentRef {
  return refInCell(value) ?? { kind: "url", url: String(value) };
}

/** The references of the images in a cell, which is a reference or a list of files. */
export function imageRefsOfCell(value: CellValue | undefined): ContentRef[] {
  if (value === undefined || value === null) return [];
  const isRef = typeof value === "object" && !Array.isArray(value);
  return isRef ? [refOfCell(value)] : cellValues(value).map((file) => ({ kind: "file", file }));
}

/** The alternative text of the image in a cell. */
export function altOfCell(value: CellValue): string {
  return (typeof value === "object" && value !== null && "alt" in value && value.alt) || "";
}

export function isEmptyCell(value: CellValue | undefined, { fragments }: Table): boolean {
  if (value === undefined || value === null || value === "") return true;
  const fragment = typeof value === "string" ? fragments.get(value) : undefined;
  return fragment?.nodes.every((block) => block.type === "paragraph" && isBlank(block.nodes)) === true;
}

/** Whether nodes contain only white space. */
export function isBlank(nodes: readonly Node[] = []): boolean {
  return nodes.every((node) => node.object === "text") && plainText(nodes).trim() === "";
}

export function maxStars(definedMax: number): number {
  return Math.min(20, Math.max(1, Math.round(definedMax || 5)));
}

/** The stars of a rating, from 0 to `maxStars`. */
export function starsOf(value: CellValue, definedMax: number): number {
  return Math.min(maxStars(definedMax), Math.max(0, Math.round(Number(value) || 0)));
}
