import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
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

/** Builds the handbook with VitePress, and serves it. */
export async function buildSite(): Promise<BuiltSite> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-site-"));
  await writeSource(folder);
  const program = join(packages, "vitepress/bin/vitepress.js");
  await promisify(execFile)(process.execPath, [program, "build", folder], {
    env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1" },
  });
  const server = createServer(async (request, response) => {
    const file = await findFile(join(folder, ".vitepress/dist"), request.url ?? "");
    response.writeHead(file === undefined ? 404 : 200, { "content-type": file?.type ?? "text/html" });
    response.end(file?.bytes ?? "<h1>404</h1>");
  });
  return {
    url: `${await listen(server)}/`,
    close: async () => {
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeSource(folder: string): Promise<void> {
  // The generated code resolves packages from this folder.
  await symlink(packages, join(folder, "node_modules"));
  const files: [path: string, content: string | Buffer][] = [
    [".vitepress/config.mjs", `export default ${JSON.stringify(config)};`],
    ...pages.map((page) => [`${page.path}.md`, sourceOf(page)] as [string, string]),
    ...[...pictures].flatMap(([name, bytes]) =>
      ["images", "public/images"].map((directory) => [`${directory}/${name}`, bytes] as [string, Buffer]),
    ),
  ];
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
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
