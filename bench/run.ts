// Runs the benchmarks and compares them with their goals. Arguments select parts and databases: npm run bench -- reads search postgres
import { fileURLToPath } from "node:url";
import { type DatabaseKind, databaseKinds } from "../test/support/databases.ts";
import type { ServerProcess } from "../test/support/server.ts";
import { benchComments } from "./comments.ts";
import { benchContent } from "./content.ts";
import { benchDocuments } from "./documents.ts";
import { benchEvents } from "./events.ts";
import { benchImports } from "./imports.ts";
import { benchLarge } from "./large.ts";
import { benchLighthouse } from "./lighthouse.ts";
import { benchPdf } from "./pdf.ts";
import { benchMemory, benchReads, benchStart } from "./reads.ts";
import { conclude, reportOn } from "./report.ts";
import { benchSearch } from "./search.ts";
import { type SeededData, withSeededData } from "./seed.ts";
import { withServer } from "./server.ts";
import { benchSites } from "./sites.ts";
import { benchWorkspace } from "./workspace.ts";

/** Parts that share one server on a large database. */
const seededParts: Readonly<Record<string, (server: ServerProcess, data: SeededData) => Promise<void>>> = {
  memory: benchMemory,
  reads: benchReads,
  comments: benchComments,
  content: benchContent,
};

/** Parts that start their own servers on each database. */
const databaseParts: Readonly<Record<string, (kind: DatabaseKind) => Promise<void>>> = {
  search: benchSearch,
  sites: benchSites,
  events: benchEvents,
};

/** Parts that start their own servers on each database, and run only if they are named: they take long. */
const namedParts: Readonly<Record<string, (kind: DatabaseKind) => Promise<void>>> = {
  large: benchLarge,
};

/** Parts that do not depend on the database. Their servers use SQLite. */
const standaloneParts: Readonly<Record<string, () => Promise<void>>> = {
  imports: benchImports,
  pdf: benchPdf,
  documents: benchDocuments,
  workspace: benchWorkspace,
  lighthouse: benchLighthouse,
};

const parts = [
  "start",
  ...Object.keys(seededParts),
  ...Object.keys(databaseParts),
  ...Object.keys(standaloneParts),
];
const selected = process.argv.slice(2);
const known = [...parts, ...Object.keys(namedParts)];
const unknown = selected.find((name) => ![...known, ...databaseKinds].some((other) => other === name));
if (unknown !== undefined) {
  console.error(
    `Unknown part "${unknown}". The parts are: ${known.join(", ")}; the databases: ${databaseKinds.join(", ")}.`,
  );
  process.exit(1);
}
const selectFrom = <Name extends string>(names: readonly Name[]) => {
  const chosen = names.filter((name) => selected.includes(name));
  return chosen.length === 0 ? names : chosen;
};
const selectedNamed = Object.keys(namedParts).filter((name) => selected.includes(name));
const isOnlyNamed = selectedNamed.length > 0 && !parts.some((name) => selected.includes(name));
const selectedParts = isOnlyNamed ? selectedNamed : [...selectFrom(parts), ...selectedNamed];
const isSelected = (name: string) => selectedParts.includes(name);

for (const kind of selectFrom(databaseKinds)) {
  reportOn(kind);
  if (["start", ...Object.keys(seededParts)].some(isSelected)) {
    await withSeededData(kind, async (data) => {
      if (isSelected("start")) await benchStart(data);
      await withServer(data.environment, async (server) => {
        for (const [name, bench] of Object.entries(seededParts))
          if (isSelected(name)) await bench(server, data);
      });
    });
  }
  for (const [name, bench] of Object.entries({ ...databaseParts, ...namedParts }))
    if (isSelected(name)) await bench(kind);
}
reportOn(undefined);
for (const [name, bench] of Object.entries(standaloneParts)) if (isSelected(name)) await bench();
conclude(fileURLToPath(new URL("./results.json", import.meta.url)));
