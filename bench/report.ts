export const token = "lct_benchmark-token";
export const headers = { authorization: `Bearer ${token}` };

let missed = 0;

export function progress(text: string): void {
  process.stderr.write(`… ${text}\n`);
}

/** Prints one measurement, and whether it meets its goal where it has one. */
export function report(name: string, value: number, meets?: (value: number) => boolean, goal?: string): void {
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2);
  const verdict = meets === undefined ? "" : `   goal ${goal}: ${meets(value) ? "met" : "MISSED"}`;
  if (meets !== undefined && !meets(value)) missed += 1;
  console.log(`${name.padEnd(56)}${shown.padStart(8)}${verdict}`);
}

export function reportGoals(): void {
  console.log(missed === 0 ? "\nAll goals are met." : `\n${missed} of the goals are missed.`);
}
