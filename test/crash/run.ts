// Kills servers, their workers and their database at random moments while clients write, and checks that all acknowledged
// writes exist: node test/crash/run.ts [--rounds 50] [--seed 1] [--database sqlite|postgres|both]
import { parseArgs } from "node:util";
import { databaseKinds } from "../support/databases.ts";
import { planVictims, runRounds } from "./rounds.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    database: { type: "string", default: "both" },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const kinds = databaseKinds.filter((kind) => [kind, "both"].includes(values.database));
if (kinds.length === 0 || !(rounds >= 1) || !Number.isInteger(seed)) {
  console.error("--rounds and --seed are numbers, --database is sqlite, postgres or both");
  process.exit(2);
}

console.log(`seed ${seed}`);
let passed = true;
for (const kind of kinds) {
  const startedAt = Date.now();
  const plan = planVictims(kind, rounds, seed);
  const { problems, acknowledged, kills } = await runRounds({
    kind,
    seed,
    plan,
    settleEvery: 10,
    report: (line) => console.log(line),
  });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`${kind}: ${kills} kills, ${acknowledged} acknowledged writes, ${seconds} s`);
  for (const problem of problems) console.error(`PROBLEM ${problem}`);
  if (problems.length === 0) console.log(`${kind}: all acknowledged writes exist, and none is incomplete`);
  else
    console.error(
      `repeat with npm run test:crash -- --database ${kind} --seed ${seed} --rounds ${rounds} (round ${kills})`,
    );
  passed &&= problems.length === 0;
}
process.exitCode = passed ? 0 : 1;
