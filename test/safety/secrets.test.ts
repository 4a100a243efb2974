import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createPasswordLink } from "../../src/identity/passwords/password-links.ts";
import { setPassword } from "../../src/identity/passwords/password-login.ts";
import { hashPassword } from "../../src/identity/passwords/passwords.ts";
import { createSession } from "../../src/identity/sessions/sessions.ts";
import { backupTables } from "../../src/storage/database/index.ts";
import { describeOnEachDatabase } from "../support/app.ts";
import { SamlClient } from "../support/saml/sign-in.ts";

describeOnEachDatabase("a credential", (suite) => {
  test("is stored as a hash only", async () => {
    const { app } = suite;
    const { database, clock } = app.context;
    const person = await app.stranger();
    const password = "a password that is not stored";
    const hash = await hashPassword(password);
    const [link, session] = await database.write(async (trx) => {
      await setPassword(trx, person.id, hash, clock.now());
      const session = { userId: person.id, loginMethod: "password" } as const;
      return [
        await createPasswordLink(trx, person.id, clock.now()),
        await createSession(trx, session, clock.now()),
      ];
    });
    const client = new SamlClient(app);
    const provider = await client.provider();
    const [, samlSession = ""] = (await client.signIn(provider)).split("=");
    const tables: string[] = [];
    for (const table of backupTables) {
      const rows = await database.read.selectFrom(table).selectAll().execute();
      tables.push(
        JSON.stringify(rows, (_, value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
        ),
      );
    }
    const all = tables.join("\n");
    for (const secret of [person.token, app.admin.token, password, link, session, samlSession])
      assert.ok(secret.length > 10 && !all.includes(secret), secret);
    assert.ok(all.includes(person.id), "stored values are not found");
  });
});

/** Lines that compare a secret with `===`, whose duration reveals how many characters are equal. */
function findUnsafeComparisons(code: string): string[] {
  const word =
    "[\\w.#]*(?:secret|signature|signed|sign|password|token|digest|hash|hmac|mac|authKey|apiKey)(?:\\([^)]*\\))?";
  const compared = new RegExp(
    `(?:\\b${word} [!=]== (?!undefined|null|"|\`|\\d))|(?:[!=]== ${word}\\b(?!\\.length))`,
    "i",
  );
  return code.split("\n").filter((line) => compared.test(line) && !/typeof|\.length [!=]==/.test(line));
}

/** Comparisons of values that are not secret. */
const harmless: readonly RegExp[] = [
  // Hashes of content.
  /patched === text|value\.document === hash|, hashLength\) !== hash|\.hash === /,
  // Whether a stored password has changed since it was read.
  /\?\.hash !== stored\?\.hash/,
];

test("secrets are compared in constant time", () => {
  const source = fileURLToPath(new URL("../../src/", import.meta.url));
  const files = globSync("{storage/files,api,identity,commands}/**/*.ts", { cwd: source }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const found = files.flatMap((file) => {
    const code = readFileSync(source + file, "utf8");
    // A module that signs must also compare in constant time.
    const lacksComparison = /createHmac\(|scrypt\(/.test(code) && !/timingSafeEqual\(/.test(code);
    const lines = findUnsafeComparisons(code).filter(
      (line) => !harmless.some((pattern) => pattern.test(line)),
    );
    return [...lines.map((line) => `${file}: ${line.trim()}`), ...(lacksComparison ? [file] : [])];
  });
  assert.deepEqual(found, []);
  for (const line of [
    "if (signature === expected)",
    "given !== this.sign(x)",
    "return sign(a) === b",
    "a.authKey === b",
  ])
    assert.equal(findUnsafeComparisons(line).length, 1, line);
});
