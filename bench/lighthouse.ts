import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runLectern } from "../test/support/server.ts";
import { progress, report } from "./report.ts";
import { settingsFor, withFolder, withServer } from "./server.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = `${root}bench/lighthouse/node_modules/lighthouse/cli/index.js`;

/** Pages of the sample site. */
const pages = {
  "home page": "",
  "text page": "/get-started/concepts",
  "API page": "/api/reference/sensors",
};
const devices = { mobile: [], desktop: ["--preset=desktop"] };
const minScore = 98;

/** The scores of Lighthouse for pages of the sample site, in all of its categories. */
export async function benchLighthouse(): Promise<void> {
  spawnSync(process.execPath, [`${root}scripts/setup.mjs`, "bench/lighthouse"], { stdio: "inherit" });
  await withFolder(async (folder) => {
    const settings = settingsFor(folder);
    await withServer(settings, async (server) => {
      progress("creating the sample site");
      const { stdout, stderr } = await runLectern(settings, "sample");
      const site = URL.parse(stdout.trim());
      if (site === null) throw new Error(`no sample site: ${stderr}`);
      for (const [name, path] of Object.entries(pages))
        for (const [device, options] of Object.entries(devices)) {
          progress(`Lighthouse: ${name}, ${device}`);
          const url = server.url + site.pathname + path;
          for (const { title, score } of await audit(url, options))
            report(`${name}, ${device}: ${title}`, score, { atLeast: minScore });
        }
    });
  });
}

interface Category {
  readonly title: string;
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
}

/** Runs Lighthouse. What lowers a score is printed. */
async function audit(url: string, options: readonly string[]): Promise<{ title: string; score: number }[]> {
  const flags = ["--output=json", "--quiet", "--chrome-flags=--headless=new --no-sandbox --disable-gpu"];
  const env = { CHROME_PATH: "/usr/bin/chromium", ...process.env };
  const { stdout } = await promisify(execFile)(process.execPath, [program, url, ...flags, ...options], {
    env,
    maxBuffer: 100 * 1024 * 1024,
  });
  const { categories, audits } = JSON.parse(stdout) as {
    categories: Record<string, Category>;
    audits: Record<string, Audit>;
  };
  return Object.values(categories).map(({ title, score, auditRefs }) => {
    for (const { id, weight } of auditRefs) {
      const { title: problem, score: part, displayValue = "" } = audits[id] ?? { title: id, score: null };
      if (weight > 0 && part !== null && part < 1)
        process.stderr.write(`    ${Math.round(part * 100)} ${id}: ${problem} ${displayValue}\n`);
    }
    return { title, score: Math.round((score ?? 0) * 100) };
  });
}
