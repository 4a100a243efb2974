import { truncate } from "../description/index.ts";

/** A difference between two versions. */
export interface SpecChange {
  /** Names the kind of the difference, such as `parameter-removed`. */
  readonly code: string;
  /** Whether a client that works with the version before may fail with the version after. */
  readonly isBreaking: boolean;
  /** A sentence that says what changed. */
  readonly message: string;
}

export interface OperationChange {
  readonly kind: "added" | "removed" | "changed";
  /** The path, or the name of a webhook. */
  readonly path: string;
  readonly method: string;
  readonly isWebhook: boolean;
  readonly title?: string;
  readonly isBreaking: boolean;
  readonly changes: readonly SpecChange[];
}

export interface SpecChanges {
  /** Changes of the whole document, such as of its servers. */
  readonly general: readonly SpecChange[];
  /** Breaking ones first, then in order of paths. */
  readonly operations: readonly OperationChange[];
  /** Whether parts were not compared, because the documents are too large. */
  readonly isTruncated: boolean;
}

const maxNameLength = 200;

export function change(code: string, isBreaking: boolean, message: string): SpecChange {
  return { code, isBreaking, message };
}

/** A name from a document in a message. */
export function quoted(name: string): string {
  return `“${truncate(name, maxNameLength)}”`;
}

/** A list of names in a message, of which the first are written. */
export function listed(names: readonly string[]): string {
  const maxNames = 5;
  const shown = names.slice(0, maxNames).map(quoted).join(", ");
  return names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
}
