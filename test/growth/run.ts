// npm run test:growth: measures repetitions of all tokens and all pairs of tokens.
import { parseArgs } from "node:util";
import { slowReaders } from "./growth.ts";
import { comparingReaders, readers } from "./readers.ts";
import { patternsOfPair, patternsOfToken, tokens } from "./tokens.ts";

const usage = `npm run test:growth -- [--length 8192] [--part 1/1] [--singles]

  --length   the length of the longer of two texts
  --part     which part of the patterns to measure, for several processes at once
  --singles  no pairs of tokens`;

const { values } = parseArgs({
  options: {
    length: { type: "string", default: "8192" },
    part: { type: "string", default: "1/1" },
    singles: { type: "boolean", default: false },
  },
});
const long = Number(values.length);
const [part = 0, parts = 0] = values.part.split("/").map(Number);
if (!(long >= 4) || !(part >= 1 && part <= parts)) {
  console.error(usage);
  process.exit(2);
}

const pairs = values.singles
  ? []
  : tokens.flatMap((first) => tokens.flatMap((second) => patternsOfPair(first, second)));
const patterns = [...tokens.flatMap(patternsOfToken), ...pairs].filter((_, i) => i % parts === part - 1);
console.log(`${tokens.length} tokens, ${patterns.length} patterns`);
let found = 0;
for (const [i, pattern] of patterns.entries()) {
  if (i % 1000 === 999) console.log(`${i + 1} measured`);
  for (const line of slowReaders(pattern, { short: long / 4, long }, { ...readers, ...comparingReaders })) {
    found++;
    console.log(line);
  }
}
console.log(found === 0 ? "The time grows with the length only." : `${found} problems.`);
process.exitCode = found === 0 ? 0 : 1;
