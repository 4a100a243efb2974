// Reads one source in a process of its own, and ends with it.
import type { HarvesterMessage, ImportOrder } from "./harvest-apart.ts";
import { harvestSource } from "./harvest-source.ts";
import { ImportError } from "./source.ts";

const say = (message: HarvesterMessage) => process.send?.(message);

// Nobody waits for it any more.
process.once("disconnect", () => process.exit());
process.once("message", async (order: ImportOrder) => {
  try {
    say({ harvest: await harvestSource(order, (progress) => say({ progress })) });
  } catch (error) {
    // What is nested too deep for the stack says so with such an error.
    if (error instanceof RangeError)
      say({ refusal: "could not be read: it is nested too deep, or too large" });
    else if (error instanceof ImportError) say({ refusal: error.message });
    else say({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
