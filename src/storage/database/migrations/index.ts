// The migrations, as numbered lists of statements. A released migration never changes.
export { type Migration, migrations } from "./migrations.ts";
export { repairEarlierTexts } from "./repair-earlier-texts.ts";
