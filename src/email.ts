const emailPattern = /^[^\s\p{C}@,<>"]{1,64}@[^\s\p{C}@,<>"]{1,253}$/u;

/** The e-mail address in its one written form; undefined when it is none. */
export function parseEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return emailPattern.test(email) ? email : undefined;
}
