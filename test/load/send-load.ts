// Runs the clients of a load test in a separate process: reads the plan from standard input and prints the record.
import { text } from "node:stream/consumers";
import { processorTime } from "../support/processes.ts";
import { chooseAction } from "./actions.ts";
import { Client, LoadLog, UnexpectedResponse } from "./client.ts";
import { type LoadRecord, percentilesOf } from "./record.ts";
import type { SeededData } from "./seed.ts";

export interface LoadPlan {
  readonly urls: readonly string[];
  readonly clients: number;
  readonly seconds: number;
  readonly seed: number;
  readonly data: SeededData;
}

/** The minimum number of actions of each client, so that all kinds run even on a slow machine. */
const minActions = 10;

const plan: LoadPlan = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await sendLoad(plan)));

async function sendLoad({ urls, clients, seconds, seed, data }: LoadPlan): Promise<LoadRecord> {
  const log = new LoadLog();
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, number) => {
      const client = new Client(number, urls, data, log, seed);
      for (let done = 0; performance.now() < end || done < minActions; done++) {
        if (log.problems >= 1000) break;
        await runAction(client);
      }
      client.close();
    }),
  );
  return recordOf(log, (performance.now() - startedAt) / 1000);
}

async function runAction(client: Client): Promise<void> {
  const { name, run } = chooseAction(client.random.next());
  client.startAction(name);
  try {
    await run(client);
  } catch (error) {
    if (!(error instanceof UnexpectedResponse)) client.log.addProblem(`${name} failed: ${error}`);
  }
}

function recordOf(log: LoadLog, seconds: number): LoadRecord {
  const { read, write } = log.times;
  return {
    requests: read.length + write.length,
    seconds,
    reads: { count: read.length, ...percentilesOf(read) },
    writes: { count: write.length, ...percentilesOf(write) },
    conflicts: log.conflicts,
    actions: Object.fromEntries(
      log.timesByAction
        .entries()
        .map(([name, times]) => [name, { count: times.length, ...percentilesOf(times) }]),
    ),
    processorTime: processorTime(process.pid),
    problems: log.problems,
    firstProblems: log.firstProblems,
    acknowledged: log.acknowledged,
  };
}
