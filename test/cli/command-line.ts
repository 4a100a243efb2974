import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type CommandResult, resultOf } from "../support/server.ts";

const program = fileURLToPath(import.meta.resolve("@gitbook/cli/cli.js"));

interface RunOptions {
  /** The working directory; by default the home directory. */
  readonly folder?: string;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The official command line, with its own home directory for its credentials. */
export class CommandLine {
  readonly home = mkdtempSync(join(tmpdir(), "lectern-cli-"));

  run(
    args: readonly string[],
    { folder = this.home, input = "", environment = {} }: RunOptions = {},
  ): Promise<CommandResult> {
    // The program writes scripts to the temporary folder under their names, so concurrent tests need different folders.
    const env = { PATH: process.env.PATH, HOME: this.home, TMPDIR: this.home, ...environment };
    const command = promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env });
    command.child.stdin?.end(input);
    return resultOf(command);
  }

  folder(name: string, files: Readonly<Record<string, string | Buffer>>): string {
    const folder = join(this.home, name);
    mkdirSync(folder, { recursive: true });
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    return folder;
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
