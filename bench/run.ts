// Runs the benchmarks and compares them with their goals. Arguments select parts: npm run bench -- reads search
import { fileURLToPath } from "node:url";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import { benchComments } from "./comments.ts";
import { benchContent } from "./content.ts";
import { benchDocuments } from "./documents.ts";
import { benchEvents } from "./events.ts";
import { benchImports } from "./imports.ts";
import { benchLighthouse } from "./lighthouse.ts";
import { benchPdf } from "./pdf.ts";
import { benchMemory, benchReads, benchStart } from "./reads.ts";
import { conclude } from "./report.ts";
import { benchSearch } from "./search.ts";
import { type SeededData, withSeededData } from "./seed.ts";
import { benchSites } from "./sites.ts";
import { benchWorkspace } from "./workspace.ts";

/** Parts that share one server on a large database. */
const seededParts: Readonly<Record<string, (server: ServerProcess, data: SeededData) => Promise<void>>> = {
  memory: benchMemory,
  reads: benchReads,
  comments: benchComments,
  content: benchContent,
};

/** Parts that start their own servers. */
const standaloneParts: Readonly<Record<string, () => Promise<void>>> = {
  search: benchSearch,
  imports: benchImports,
  pdf: benchPdf,
  documents: benchDocuments,
  sites: benchSites,
  workspace: benchWorkspace,
  events: benchEvents,
  lighthouse: benchLighthouse,
};

const parts = ["start", ...Object.keys(seededParts), ...Object.keys(standaloneParts)];
const selected = process.argv.slice(2);
const unknown = selected.find((name) => !parts.includes(name));
if (unknown !== undefined) {
  console.error(`Unknown part "${unknown}". The parts are: ${parts.join(", ")}.`);
  process.exit(1);
}
const isSelected = (name: string) => selected.length === 0 || selected.includes(name);

if (["start", ...Object.keys(seededParts)].some(isSelected)) {
  await withSeededData(async (data) => {
    if (isSelected("start")) await benchStart(data);
    const server = await startServer(data.environment);
    for (const [name, bench] of Object.entries(seededParts)) if (isSelected(name)) await bench(server, data);
    await server.stop();
  });
}
for (const [name, bench] of Object.entries(standaloneParts)) if (isSelected(name)) await bench();
conclude(fileURLToPath(new URL("./results.json", import.meta.url)));
