// All clients of a load, in a process of their own: reads what to do from standard input, prints what came of it.
import { text } from "node:stream/consumers";
import { chooseAction } from "./actions.ts";
import { Client, Notes, WrongAnswer } from "./client.ts";
import type { Installation } from "./installation.ts";
import { type LoadRecord, percentilesOf } from "./record.ts";

export interface LoadPlan {
  readonly urls: readonly string[];
  readonly clients: number;
  readonly seconds: number;
  readonly seed: number;
  readonly installation: Installation;
}

/** Of each client, however slow the machine: so that all kinds of them are tried. */
const leastActions = 10;

const plan: LoadPlan = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await sendLoad(plan)));

async function sendLoad({ urls, clients, seconds, seed, installation }: LoadPlan): Promise<LoadRecord> {
  const notes = new Notes();
  const begun = performance.now();
  const end = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, number) => {
      const client = new Client(number, urls, installation, notes, seed);
      for (let done = 0; performance.now() < end || done < leastActions; done++) {
        if (notes.wrongAnswers >= 1000) break;
        await act(client);
      }
      client.close();
    }),
  );
  return recordOf(notes, (performance.now() - begun) / 1000);
}

/** What was begun is brought to its end, also when the time is over. */
async function act(client: Client): Promise<void> {
  const { name, run } = chooseAction(client.random.next());
  client.begin(name);
  try {
    await run(client);
  } catch (error) {
    if (!(error instanceof WrongAnswer)) client.notes.wrong(`${name} failed: ${error}`);
  }
}

function recordOf(notes: Notes, seconds: number): LoadRecord {
  const { read, write } = notes.times;
  return {
    requests: read.length + write.length,
    seconds,
    reads: { count: read.length, ...percentilesOf(read) },
    writes: { count: write.length, ...percentilesOf(write) },
    overtaken: notes.overtaken,
    actions: Object.fromEntries(
      notes.timesOf
        .entries()
        .map(([name, times]) => [name, { count: times.length, ...percentilesOf(times) }]),
    ),
    wrongAnswers: notes.wrongAnswers,
    firstWrong: notes.firstWrong,
    acknowledged: notes.acknowledged,
  };
}
