const emailPattern = /^[^\s\p{C}@,<>"]{1,64}@[^\s\p{C}@,<>"]{1,253}$/u;

/** Normalizes an e-mail address. Undefined if it is malformed. */
export function parseEmail(text: string): string | undefined {
  const email = text.trim();
  // U+0130 and U+212A become ASCII letters in lower case, so two addresses would collide.
  return emailPattern.test(email) && !/[\u0130\u212a]/.test(email) ? email.toLowerCase() : undefined;
}
