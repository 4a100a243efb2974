const emailPattern = /^[^\s\p{C}@,<>"]{1,64}@[^\s\p{C}@,<>"]{1,253}$/u;

/** The e-mail address in its one written form; undefined when it is none. */
export function parseEmail(text: string): string | undefined {
  const email = text.trim();
  // In lower case, these two letters of others would become those of ASCII.
  return emailPattern.test(email) && !/[\u0130\u212a]/.test(email) ? email.toLowerCase() : undefined;
}
