import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { listen } from "../support/server.ts";
import { pages, pictures, siteDescription, sourceOf } from "./handbook.ts";
import { type Entry, outline } from "./outline.ts";

const packages = fileURLToPath(new URL("./node_modules", import.meta.url));

export interface BuiltSite {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the handbook, which VitePress builds. A build takes long, so the last one is kept. */
export async function buildSite(): Promise<BuiltSite> {
  const sources = [...sourceFiles()];
  const built = join(packages, ".cache/handbook", await hashOf(sources));
  if (!existsSync(built)) await build(sources, built);
  const server = createServer(async (request, response) => {
    const file = await findFile(built, request.url ?? "");
    response.writeHead(file === undefined ? 404 : 200, { "content-type": file?.type ?? "text/html" });
    response.end(file?.bytes ?? "<h1>404</h1>");
  });
  return {
    url: `${await listen(server)}/`,
    close: async () => {
      server.close();
    },
  };
}

type SourceFile = readonly [path: string, content: string | Buffer];

function* sourceFiles(): Generator<SourceFile> {
  yield [".vitepress/config.mjs", `export default ${JSON.stringify(config)};`];
  for (const page of pages) yield [`${page.path}.md`, sourceOf(page)];
  for (const [name, bytes] of pictures)
    for (const directory of ["images", "public/images"]) yield [`${directory}/${name}`, bytes];
}

/** The hash of the source files and of the versions of VitePress and its packages. */
async function hashOf(sources: readonly SourceFile[]): Promise<string> {
  const hash = createHash("sha256").update(await readFile(new URL("./package-lock.json", import.meta.url)));
  for (const [path, content] of sources) hash.update(`\0${path}\0`).update(content);
  return hash.digest("hex").slice(0, 16);
}

/** Builds the website in a temporary folder, and replaces earlier builds with it. */
async function build(sources: readonly SourceFile[], target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-site-"));
  try {
    // The generated code resolves packages from this folder.
    await symlink(packages, join(folder, "node_modules"));
    for (const [path, content] of sources) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const program = join(packages, "vitepress/bin/vitepress.js");
    await promisify(execFile)(process.execPath, [program, "build", folder], {
      env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1" },
    });
    const unfinished = `${target}.${process.pid}`;
    await rm(dirname(target), { recursive: true, force: true });
    await cp(join(folder, ".vitepress/dist"), unfinished, { recursive: true });
    await rename(unfinished, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A configuration with navigation, sidebar, outline and footer. */
const config = {
  title: "Handbook",
  description: siteDescription,
  cleanUrls: true,
  // Without client-side scripts the build is faster, and the pages are the same.
  mpa: true,
  themeConfig: {
    nav: [
      { text: "Guide", link: "/getting-started/overview/" },
      { text: "More", items: [{ text: "Glossary", link: "/glossary" }] },
    ],
    sidebar: outline.map(sidebarItem),
    outline: "deep",
    socialLinks: [{ icon: "github", link: "https://github.com/example/handbook" }],
    editLink: { pattern: "https://github.com/example/handbook/edit/main/:path", text: "Edit this page" },
    footer: { message: "Released under some licence.", copyright: "Copyright © Example" },
  },
};

function sidebarItem({ title, path, children }: Entry): object {
  return {
    text: title,
    ...(path !== undefined && { link: `/${path.replace(/(^|\/)index$/, "$1")}` }),
    ...(children.length > 0 && { items: children.map(sidebarItem), collapsed: path === undefined }),
  };
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** A path without extension is a page, one with a slash at the end a folder. */
async function findFile(root: string, url: string): Promise<{ type: string; bytes: Buffer } | undefined> {
  const path = normalize(decodeURIComponent(new URL(url, "http://site").pathname));
  const file = path.endsWith("/") ? `${path}index.html` : extname(path) === "" ? `${path}.html` : path;
  try {
    return {
      type: types[extname(file)] ?? "application/octet-stream",
      bytes: await readFile(join(root, file)),
    };
  } catch {
    return undefined;
  }
}
