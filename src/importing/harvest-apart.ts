import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ImportSource } from "../enumerations.ts";
import { type Harvest, type Harvesting, ImportError } from "./source.ts";

/** What is imported, and from where: an address, or a file of this machine. */
export interface ImportOrder {
  readonly source: ImportSource;
  readonly from: { readonly url: string } | { readonly path: string };
  /** Where files are put until they are kept. */
  readonly folder: string;
  readonly allowPrivateNetwork: boolean;
}

/** What the harvester says. */
export type HarvesterMessage =
  | { readonly progress: Parameters<Harvesting["report"]>[0] }
  | { readonly harvest: Harvest }
  | { readonly refusal: string }
  /** A mistake of ours. */
  | { readonly failure: string };

/** In megabytes: what reading a source may take. */
const memory = 320;

/**
 * Reads a source in a process of its own: a whole site takes long, and what was made to take too much memory would end
 * the server with it, also in a thread.
 */
export function harvestApart(order: ImportOrder, report: Harvesting["report"] = () => {}): Promise<Harvest> {
  const child = fork(fileURLToPath(new URL("./harvester.ts", import.meta.url)), {
    execArgv: [`--max-old-space-size=${memory}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const harvested = new Promise<Harvest>((resolve, reject) => {
    child.on("message", (message: HarvesterMessage) => {
      if ("progress" in message) report(message.progress);
      else if ("harvest" in message) resolve(message.harvest);
      else reject("refusal" in message ? new ImportError(message.refusal) : new Error(message.failure));
    });
    child.once("error", reject);
    child.once("exit", () => reject(new ImportError("takes more memory to read than an import has")));
  });
  child.send(order);
  return harvested.finally(() => child.kill("SIGKILL"));
}
