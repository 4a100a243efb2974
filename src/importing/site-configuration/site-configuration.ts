import { load } from "js-yaml";
import { slugOf, slugPattern } from "../../content/pages/index.ts";
import type { Folder } from "../folders/index.ts";
import { decodeText, normalizePath } from "../source/index.ts";

/** The files that map folders of a repository to the spaces of a site, by precedence. The second is the earlier name. */
const fileNames = ["gitbook-docs.yaml", "docs.yaml"];
const maxFileBytes = 256 * 1024;
/** Bounds the nodes that are read: aliases can expand a few lines to millions of nodes. */
const maxNodes = 2000;
const maxSpaces = 500;
const maxWarnings = 100;
const maxNameLength = 200;

interface ConfiguredPart {
  /** Identifies the part in later versions of the configuration. Unique among parts of its type. */
  readonly key: string;
  readonly title: string;
}

export interface ConfiguredSpace extends ConfiguredPart {
  readonly type: "space";
  readonly path: string;
  readonly isDefault: boolean;
  readonly condition?: string;
  readonly language?: string;
  readonly isHidden: boolean;
  readonly isDraft: boolean;
  /** The folder of the content; empty for the whole repository. */
  readonly directory: string;
}

export interface ConfiguredSection extends ConfiguredPart {
  readonly type: "section";
  readonly path: string;
  readonly isDefault: boolean;
  readonly description?: string;
  readonly icon?: string;
  readonly condition?: string;
  readonly spaces: readonly ConfiguredSpace[];
}

export interface ConfiguredGroup extends ConfiguredPart {
  readonly type: "section-group";
  readonly icon?: string;
  readonly isDraft: boolean;
  /** Sections and groups. A group in a group has only sections. */
  readonly items: readonly ConfiguredItem[];
}

export type ConfiguredItem = ConfiguredSection | ConfiguredGroup;

export interface SiteConfiguration {
  readonly title: string;
  /** Sections and groups; empty for a site without sections. */
  readonly items: readonly ConfiguredItem[];
  /** The spaces of a site without sections. */
  readonly spaces: readonly ConfiguredSpace[];
  /** What is not imported, as sentences for the user. */
  readonly warnings: readonly string[];
}

/** Reads the site configuration of a repository; undefined if it has none. */
export async function readSiteConfiguration(folder: Folder): Promise<SiteConfiguration | undefined> {
  for (const name of fileNames) {
    if (!folder.entries.some(({ path }) => path === name)) continue;
    const site = objectIn(parseYaml(decodeText(await folder.read(name, maxFileBytes))), "site");
    if (site !== undefined && listIn(site, "structure").length > 0)
      return new ConfigurationReader(name).read(site);
  }
  return undefined;
}

/** All spaces of a configuration, in order. */
export function spacesOf({ items, spaces }: SiteConfiguration): ConfiguredSpace[] {
  return [...spaces, ...items.flatMap(spacesIn)];
}

function spacesIn(item: ConfiguredItem): readonly ConfiguredSpace[] {
  return item.type === "section" ? item.spaces : item.items.flatMap(spacesIn);
}

type Fields = Readonly<Record<string, unknown>>;

class ConfigurationReader {
  readonly #file: string;
  readonly #warnings: string[] = [];
  readonly #keys = new Set<string>();
  #nodes = 0;
  #spaces = 0;
  #hasFurtherSkips = false;

  constructor(file: string) {
    this.#file = file;
  }

  read(site: Fields): SiteConfiguration {
    const nodes = this.#nodesIn(site, "structure");
    const items = nodes.flatMap((node): ConfiguredItem[] => {
      if (node.type === "section") return this.#section(node);
      return node.type === "section-group" ? this.#group(node) : [];
    });
    const spaces = items.length > 0 ? [] : nodes.flatMap((node) => this.#space(node));
    for (const node of nodes)
      if (node.type === "external-link" || (items.length > 0 && node.type === "space")) this.#skip(node);
    if (this.#hasFurtherSkips) this.#warnings.push(`${this.#file}: further entries are skipped`);
    return { title: textIn(site, "title") ?? "Documentation", items, spaces, warnings: this.#warnings };
  }

  /** The nodes of a list, as many as may still be read. */
  #nodesIn(node: Fields, name: string): Fields[] {
    const all = listIn(node, name);
    const nodes = all.slice(0, maxNodes - this.#nodes);
    this.#nodes += nodes.length;
    this.#hasFurtherSkips ||= nodes.length < all.length;
    return nodes;
  }

  /** Groups are nested one level deep. Deeper ones are skipped. */
  #group(node: Fields, isNested = false): ConfiguredGroup[] {
    const key = this.#keyOf(node);
    const items = this.#nodesIn(node, "children").flatMap((child): ConfiguredItem[] => {
      if (child.type === "section") return this.#section(child);
      if (child.type === "section-group" && !isNested) return this.#group(child, true);
      this.#skip(child);
      return [];
    });
    const title = textIn(node, "title") ?? "Untitled";
    const isDraft = node.draft === true;
    return items.length === 0 ? [] : [{ type: "section-group", key, title, ...iconOf(node), isDraft, items }];
  }

  /** The key of a node. Without a key of its own it is derived from the title. */
  #keyOf(node: Fields): string {
    const { type } = node;
    const key = (textIn(node, "key") ?? slugOf(textIn(node, "title") ?? "untitled")).slice(0, maxNameLength);
    let unique = key;
    for (let number = 2; this.#keys.has(`${String(type)} ${unique}`); number++) unique = `${key}-${number}`;
    this.#keys.add(`${String(type)} ${unique}`);
    return unique;
  }

  #section(node: Fields): ConfiguredSection[] {
    const key = this.#keyOf(node);
    const spaces = this.#nodesIn(node, "children").flatMap((child) => this.#space(child));
    const description = textIn(node, "description");
    if (spaces.length === 0) return [];
    return [
      {
        type: "section",
        key,
        ...addressed(node),
        ...(description !== undefined && { description }),
        ...iconOf(node),
        spaces,
      },
    ];
  }

  #space(node: Fields): ConfiguredSpace[] {
    const content = objectIn(node, "content");
    const written = textIn(content, "directory");
    const directory = written === undefined ? undefined : normalizePath(written.replace(/^\/+/, ""));
    if (node.type !== "space" || directory === undefined || ++this.#spaces > maxSpaces) {
      this.#skip(node);
      return [];
    }
    const language = textIn(content, "language");
    return [
      {
        type: "space",
        key: this.#keyOf(node),
        ...addressed(node),
        directory,
        ...(language !== undefined && { language }),
        isHidden: node.hidden === true,
        isDraft: node.draft === true,
      },
    ];
  }

  #skip(node: Fields): void {
    if (this.#warnings.length >= maxWarnings) {
      this.#hasFurtherSkips = true;
      return;
    }
    const name = textIn(node, "title") ?? textIn(node, "key") ?? "an entry";
    const type = textIn(node, "type") ?? "unknown";
    this.#warnings.push(
      `${this.#file}: ${name.slice(0, maxNameLength)} of type ${type.slice(0, maxNameLength)} is skipped`,
    );
  }
}

function addressed(node: Fields) {
  const title = textIn(node, "title") ?? "Untitled";
  const path = textIn(node, "path")?.replace(/^\/+|\/+$/g, "") ?? "";
  const condition = textIn(node, "condition");
  return {
    title,
    path: slugPattern.test(path) ? path : slugOf(title),
    isDefault: node.default === true,
    ...(condition !== undefined && { condition }),
  };
}

function iconOf(node: Fields): { icon?: string } {
  const icon = textIn(node, "icon");
  return icon === undefined ? {} : { icon };
}

function parseYaml(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : load(text, { maxDepth: 20 });
  } catch {
    return undefined;
  }
}

function objectIn(value: unknown, name: string): Fields | undefined {
  const inner = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isFields(inner) ? inner : undefined;
}

function listIn(value: unknown, name: string): Fields[] {
  const inner = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return Array.isArray(inner) ? inner.slice(0, maxNodes).filter(isFields) : [];
}

function textIn(value: unknown, name: string): string | undefined {
  const inner = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof inner === "string" || typeof inner === "number"
    ? String(inner).trim() || undefined
    : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
