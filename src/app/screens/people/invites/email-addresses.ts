/** The e-mail addresses in a text: one per line, or separated by commas, semicolons or spaces; each once. */
export function readEmailAddresses(text: string): readonly string[] {
  const parts = text.split(/[\s,;]+/).map((part) => part.replace(/^[<"']|[>"']$/g, ""));
  const addresses = parts.filter((part) => part !== "").map((part) => part.toLowerCase());
  return [...new Set(addresses)];
}

/** The first text that is not an e-mail address. The server decides about the rest. */
export function findInvalidAddress(addresses: readonly string[]): string | undefined {
  return addresses.find((address) => {
    const [name = "", domain = "", ...rest] = address.split("@");
    return name === "" || rest.length > 0 || !domain.includes(".") || /^\.|\.$/.test(domain);
  });
}
