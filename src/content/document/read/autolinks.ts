import { matchAt } from "../../markdown/syntax/index.ts";

const address = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2048})>/y;
const email = /<([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8})>/y;

/** An address between angle brackets. */
export function autolinkAt(
  source: string,
  at: number,
): { url: string; text: string; end: number } | undefined {
  const [whole, url = ""] = matchAt(address, source, at) ?? [];
  if (whole !== undefined) return { url, text: url, end: at + whole.length };
  const [mail, name = ""] = matchAt(email, source, at) ?? [];
  return mail === undefined ? undefined : { url: `mailto:${name}`, text: name, end: at + mail.length };
}

const rest = /:\/\/[A-Za-z0-9][^\s<>[\]`"\\|]*/y;

/** An address that stands in the text as it is. The colon is here; its scheme has been read already. */
export function literalAddressAt(
  source: string,
  at: number,
  before: string,
): { scheme: string; url: string; end: number } | undefined {
  if (source[at + 1] !== "/") return undefined;
  const [, scheme] = /(?:^|[^A-Za-z0-9])(https?)$/i.exec(before.slice(-6)) ?? [];
  const [found] = scheme === undefined ? [] : (matchAt(rest, source, at) ?? []);
  if (scheme === undefined || found === undefined) return undefined;
  const kept = withoutTrail(found);
  // A lone scheme, or one with nothing but marks behind it, is no address.
  if (!/^:\/\/[A-Za-z0-9]/.test(kept)) return undefined;
  return { scheme, url: scheme + kept, end: at + kept.length };
}

/** Marks at the end belong to the sentence, and so does a bracket that was opened before the address. */
function withoutTrail(found: string): string {
  let closing = 0;
  for (const character of found) {
    if (character === "(") closing--;
    else if (character === ")") closing++;
  }
  let end = found.length;
  for (; end > 0; end--) {
    const last = found[end - 1] ?? "";
    if (last === ")" && closing > 0) closing--;
    else if (!/[?!.,:;*_~'$&]/.test(last)) break;
  }
  return found.slice(0, end);
}
