import type { Config } from "../config/index.ts";

/** Words after the command's name, and its options. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
}

export interface Command {
  readonly usage: string;
  readonly about: string;
  run(config: Config, args: Arguments): Promise<void>;
}

/** A command that was not given what it needs. */
export class UsageError extends Error {}
