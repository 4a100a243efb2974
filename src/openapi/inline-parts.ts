import { cloneJson, eachReference, isJsonObject, type JsonObject } from "./document/references.ts";
import { largest, tooLarge } from "./read-document.ts";
import type { SpecFile, SpecFiles } from "./spec-files.ts";

/**
 * Puts the parts of a Swagger 2.0 document that are in other files, or that become something else by an upgrade, in the
 * places that they are referred to from: paths, parameters and responses. Schemas are the same in both, and stay.
 */
export class PartsOf {
  readonly #file: SpecFile;
  readonly #files: SpecFiles;
  /** Whether a file is upgraded by itself. */
  readonly #isUpgraded: (file: SpecFile) => boolean;
  #size = 0;

  constructor(file: SpecFile, files: SpecFiles, isUpgraded: (file: SpecFile) => boolean) {
    this.#file = file;
    this.#files = files;
    this.#isUpgraded = isUpgraded;
  }

  /** Changes the document, which is a copy of that of the file. */
  inlineIn(document: JsonObject): void {
    for (const name of ["paths", "parameters", "responses", "definitions"])
      if (isJsonObject(document[name])) document[name] = this.#inline(document[name]);
    this.#inlineEach(document.parameters);
    this.#inlineEach(document.responses);
    if (!isJsonObject(document.paths)) return;
    this.#inlineEach(document.paths);
    for (const item of Object.values(document.paths).filter(isJsonObject)) {
      this.#inlineEach(item.parameters);
      for (const operation of Object.values(item).filter(isJsonObject)) {
        this.#inlineEach(operation.parameters);
        this.#inlineEach(operation.responses);
      }
    }
  }

  #inlineEach(parts: unknown): void {
    if (typeof parts !== "object" || parts === null) return;
    const entries = parts as JsonObject;
    for (const [key, part] of Object.entries(entries))
      if (isJsonObject(part)) entries[key] = this.#inline(part);
  }

  #inline(part: JsonObject): JsonObject {
    const { $ref, ...rest } = part;
    const found = typeof $ref === "string" ? this.#files.find($ref, this.#file) : undefined;
    if (found === undefined || !isJsonObject(found.value) || !this.#isMoved(String($ref), found)) return part;
    // A part may be referred to from everywhere.
    this.#count(JSON.stringify(found.value));
    const copy = cloneJson(found.value);
    eachReference(copy, (ref, holder) => {
      holder.$ref = this.#count(this.#files.moved(ref, found.file, this.#file));
    });
    return { ...Object(copy), ...rest };
  }

  #count(text: string): string {
    this.#size += text.length;
    if (this.#size > largest) throw tooLarge(this.#file.name);
    return text;
  }

  /** What stays in its place is found there after the upgrade as well. */
  #isMoved(ref: string, { value, file }: { value: unknown; file: SpecFile }): boolean {
    if (isBody(value)) return true;
    if (file === this.#file) return /^#\/paths\/.*\/parameters\/\d+$/.test(ref);
    return !this.#isUpgraded(file);
  }
}

/** A parameter that is none after an upgrade. */
export function isBody(part: unknown): boolean {
  return isJsonObject(part) && (part.in === "body" || part.in === "formData");
}
