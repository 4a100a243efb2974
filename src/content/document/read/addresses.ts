import { type Autolink, emailAt, wwwAddressAt } from "../../markdown/syntax/index.ts";
import { leaf, link, refOf, text } from "../model/index.ts";
import type { InlineScanner } from "./inline-scanner.ts";

/** Reads characters that are not special. An address that starts with `www.` is a link. */
export function readPlainText(scanner: InlineScanner, run: string, isBracketed: boolean): true {
  const { source, position } = scanner;
  for (let at = run.indexOf("www."); at >= 0; at = run.indexOf("www.", at + 4)) {
    const address = wwwAddressAt(source, position + at, isBracketed);
    if (address === undefined) continue;
    scanner.readText(at);
    return pushAutolink(scanner, address, 0);
  }
  return scanner.readText(run.length);
}

/** Reads an e-mail address at its `@`. If a part of it is a delimiter or in an element, it is not an address. */
export function readEmail(scanner: InlineScanner): boolean {
  const email = emailAt(scanner.source, scanner.position);
  if (email === undefined || scanner.pending.length < email.prefix.length) return false;
  return pushAutolink(scanner, email, email.prefix.length);
}

/** Adds a link, of whose text this many characters have been read. */
export function pushAutolink(
  scanner: InlineScanner,
  { url, text: address, end }: Autolink,
  readLength: number,
): true {
  scanner.pending = scanner.pending.slice(0, scanner.pending.length - readLength);
  return scanner.pushNode(link(refOf(url), [text(leaf(address))]), end);
}
