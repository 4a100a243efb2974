import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerProcess } from "../test/support/server.ts";
import { call } from "./call.ts";
import { sitePages, treeZip } from "./import-sources.ts";
import { inServer } from "./in-server.ts";
import { MemoryWatch } from "./memory.ts";
import { headers, progress, report } from "./report.ts";

const pageCount = 2000;
const imageCount = 200;

/** What importing costs: pages a second, memory of the server and its children, and how long others wait meanwhile. */
export async function benchImports(): Promise<void> {
  const pages = sitePages(pageCount);
  const zip = treeZip(pageCount, imageCount);
  const site = createServer((request, response) => {
    const isZip = request.url === "/tree.zip";
    const found = isZip ? zip : pages.get(request.url ?? "");
    const type = isZip ? "application/zip" : "text/html; charset=utf-8";
    response.writeHead(found === undefined ? 404 : 200, { "content-type": type }).end(found);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    for (const [source, url, files] of [
      ["zip", `${base}/tree.zip`, imageCount],
      ["website", `${base}/docs/`, 0],
    ] as const) {
      progress(`${pageCount} pages of a ${source} are imported`);
      await inServer((server) => benchImport(server, { source, url }, pageCount + files), {
        LECTERN_ALLOW_PRIVATE_NETWORK: "true",
      });
    }
  } finally {
    site.close();
  }
}

async function benchImport(
  server: ServerProcess,
  order: { readonly source: string; readonly url: string },
  expected: number,
): Promise<void> {
  const { items } = await call(server, "GET", "/orgs");
  const space = await call(server, "POST", `/orgs/${items[0].id}/spaces`, { title: order.source });
  const memory = new MemoryWatch(server.process.pid ?? 0);
  const waiting = new Asking(server);
  let seconds: number;
  try {
    const begun = performance.now();
    const { importedResources: imported } = await call(
      server,
      "POST",
      `/spaces/${space.id}/content/import`,
      order,
    );
    seconds = (performance.now() - begun) / 1000;
    if (imported < expected) throw new Error(`only ${imported} of ${expected} were imported`);
    // What is done for it in the background counts as well.
    await untilFound(server, space.id);
  } finally {
    await waiting.end();
    memory.end();
  }
  report(`${order.source} of ${pageCount} pages imported, pages a second`, pageCount / seconds);
  if (memory.most !== undefined)
    report("… memory at its peak, server and children, MB", memory.most, { atMost: 400 });
  report("… longest wait of another request meanwhile, ms", waiting.longest);
}

/** Waits until the last page is in the index for search. */
async function untilFound(server: ServerProcess, space: string): Promise<void> {
  const query = `/spaces/${space}/search?query=thing-${pageCount - 1}`;
  for (let tries = 0; tries < 240; tries++) {
    const { items } = await call(server, "GET", query);
    if (items.length > 0) return;
    await sleep(500);
  }
  throw new Error("the pages that were imported are not found");
}

/** Asks again and again for something small: the longest time until there was an answer. */
class Asking {
  longest = 0;
  #isOver = false;
  readonly #asking: Promise<void>;

  constructor(server: ServerProcess) {
    this.#asking = this.#ask(`${server.url}/v1/user`);
  }

  async #ask(url: string): Promise<void> {
    while (!this.#isOver) {
      const begun = performance.now();
      await (await fetch(url, { headers })).text();
      this.longest = Math.max(this.longest, performance.now() - begun);
      await sleep(5);
    }
  }

  end(): Promise<void> {
    this.#isOver = true;
    return this.#asking;
  }
}
