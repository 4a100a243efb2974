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

export interface ConfiguredSpace {
  readonly type: "space";
  readonly title: string;
  readonly path: string;
  readonly isDefault: boolean;
  readonly condition?: string;
  readonly language?: string;
  /** The folder of the content; empty for the whole repository. */
  readonly directory: string;
}

export interface ConfiguredSection {
  readonly type: "section";
  readonly title: string;
  readonly path: string;
  readonly isDefault: boolean;
  readonly description?: string;
  readonly icon?: string;
  readonly condition?: string;
  readonly spaces: readonly ConfiguredSpace[];
}

export interface ConfiguredGroup {
  readonly type: "section-group";
  readonly title: string;
  readonly icon?: string;
  readonly sections: readonly ConfiguredSection[];
}

export interface SiteConfiguration {
  readonly title: string;
  /** Sections and groups; empty for a site without sections. */
  readonly items: readonly (ConfiguredSection | ConfiguredGroup)[];
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
  const sections = items.flatMap((item) => (item.type === "section" ? [item] : item.sections));
  return [...spaces, ...sections.flatMap((section) => section.spaces)];
}

type Fields = Readonly<Record<string, unknown>>;

class ConfigurationReader {
  readonly #file: string;
  readonly #warnings: string[] = [];
  #nodes = 0;
  #spaces = 0;
  #hasFurtherSkips = false;

  constructor(file: string) {
    this.#file = file;
  }

  read(site: Fields): SiteConfiguration {
    const nodes = this.#nodesIn(site, "structure");
    const items = nodes.flatMap((node): (ConfiguredSection | ConfiguredGroup)[] => {
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

  /** Groups are one level deep: the sections of a nested group are added to the outer one. */
  #group(node: Fields): ConfiguredGroup[] {
    const sectionsIn = (group: Fields): ConfiguredSection[] =>
      this.#nodesIn(group, "children").flatMap((child) => {
        if (child.type === "section") return this.#section(child);
        if (child.type === "section-group" && group === node) return sectionsIn(child);
        this.#skip(child);
        return [];
      });
    const sections = sectionsIn(node);
    const title = textIn(node, "title") ?? "Untitled";
    return sections.length === 0 ? [] : [{ type: "section-group", title, ...iconOf(node), sections }];
  }

  #section(node: Fields): ConfiguredSection[] {
    const spaces = this.#nodesIn(node, "children").flatMap((child) => this.#space(child));
    const description = textIn(node, "description");
    if (spaces.length === 0) return [];
    return [
      {
        type: "section",
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
    return [{ type: "space", ...addressed(node), directory, ...(language !== undefined && { language }) }];
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
