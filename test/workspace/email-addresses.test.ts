import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findInvalidAddress,
  readEmailAddresses,
} from "../../src/app/screens/people/invites/email-addresses.ts";

test("addresses are read from lines and lists, each once", () => {
  const text = "Ada@Example.com, <bob@example.com>;\n'cy@example.org'  ada@example.com\n\n";
  assert.deepEqual(readEmailAddresses(text), ["ada@example.com", "bob@example.com", "cy@example.org"]);
  assert.deepEqual(readEmailAddresses(" \n,;"), []);
});

test("the first text that is not an address is named", () => {
  assert.equal(findInvalidAddress(["ada@example.com", "b@c.d"]), undefined);
  for (const text of ["ada", "@example.com", "ada@", "ada@localhost", "a@b@c.d", "a@b.", "a@.b"])
    assert.equal(findInvalidAddress(["ada@example.com", text]), text);
});
