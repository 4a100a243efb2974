import type { Profile } from "@node-saml/node-saml";
import { parseEmail } from "../../platform/index.ts";
import type { VerifiedIdentity } from "../sessions/index.ts";

/** The verified content of a SAML assertion. */
export interface VerifiedAssertion extends VerifiedIdentity {
  /** The id of the login request. */
  readonly ticket: string;
  /** When the provider wants the session to end. */
  readonly sessionExpiresAt?: string;
}

/** An XML element in the form of xml2js: attributes in `$`, text in `_`, child elements in a list for each name. */
interface Element {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
  readonly [name: string]: unknown;
}

interface Expectations {
  readonly issuer: string;
  readonly recipient: string;
  readonly clockSkew: number;
}

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/**
 * Reads an assertion whose signature, audience and times the library has verified, and checks what the library does not:
 * the issuer, the recipient, that its validity is limited, and that its signed part refers to the login request.
 */
export function readAssertion(profile: Profile, { issuer, recipient, clockSkew }: Expectations) {
  const assertion = profile.getAssertion?.().Assertion as Element;
  if (profile.issuer !== issuer) throw new Error(`the issuer is ${profile.issuer}, not ${issuer}`);
  const confirmations = childrenOf(childrenOf([assertion], "Subject"), "SubjectConfirmation")
    .filter(({ $ }) => $?.Method === bearer)
    .flatMap((confirmation) => childrenOf([confirmation], "SubjectConfirmationData"))
    .map(({ $ = {} }) => $);
  const confirmation = confirmations.find(({ Recipient }) => Recipient === recipient);
  if (confirmation === undefined) throw new Error(`the recipient is not ${recipient}`);
  const { InResponseTo: ticket, NotOnOrAfter: expiry = "" } = confirmation;
  // The library reads InResponseTo from the response, which need not be signed as a whole.
  if (ticket === undefined || ticket !== profile.inResponseTo)
    throw new Error("the assertion does not refer to a login request");
  if (!(Date.parse(expiry) + clockSkew > Date.now())) throw new Error("the assertion is too old");
  const [conditions] = childrenOf([assertion], "Conditions");
  if (conditions?.$?.NotOnOrAfter === undefined) throw new Error("the assertion has no expiry time");
  return { ticket, ...readIdentity(profile.nameID ?? "", assertion), ...readSessionExpiry(assertion) };
}

function childrenOf(elements: readonly Element[], name: string): Element[] {
  return elements.flatMap((element) => (element[name] ?? []) as Element[]);
}

function readSessionExpiry(assertion: Element): { sessionExpiresAt?: string } {
  const expiries = childrenOf([assertion], "AuthnStatement").map(({ $ }) =>
    Date.parse($?.SessionNotOnOrAfter ?? ""),
  );
  const expiry = Math.min(...expiries.filter((time) => !Number.isNaN(time)));
  if (expiry <= Date.now()) throw new Error("the session has ended");
  return Number.isFinite(expiry) ? { sessionExpiresAt: new Date(expiry).toISOString() } : {};
}

const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
/** The attributes that contain an email address, the most reliable first. */
const emailKeys = [
  "email",
  "mail",
  "emailAddress",
  `${claims}/emailaddress`,
  "urn:oid:0.9.2342.19200300.100.1.3",
  "urn:oid:1.2.840.113549.1.9.1",
  "User.email",
];
/** Fallback: an account name that looks like an email address but often is not one. */
const accountKeys = [`${claims}/upn`];
const microsoftDisplayName = "http://schemas.microsoft.com/identity/claims/displayname";
const fullNameKeys = ["displayName", microsoftDisplayName, "urn:oid:2.16.840.1.113730.3.1.241", "name"];
const firstNameKeys = ["firstName", "givenName", `${claims}/givenname`, "urn:oid:2.5.4.42"];
const lastNameKeys = ["lastName", "surname", "sn", `${claims}/surname`, "urn:oid:2.5.4.4"];

function readIdentity(nameID: string, assertion: Element): VerifiedIdentity {
  const valuesByName = attributesOf(assertion);
  const find = (keys: readonly string[]) =>
    keys.map((key) => valuesByName.get(key.toLowerCase())).find((texts) => texts !== undefined);
  const [text, ...others] = find(emailKeys) ?? (parseEmail(nameID) ? [nameID] : find(accountKeys)) ?? [];
  if (others.some((other) => other !== text)) throw new Error("the assertion has several email addresses");
  const email = parseEmail(text ?? "");
  if (email === undefined)
    throw new Error("the assertion contains no email address, neither as an attribute nor as NameID");
  const names = find(fullNameKeys) ?? [firstNameKeys, lastNameKeys].flatMap((keys) => find(keys)?.[0] ?? []);
  return { email, displayName: names.join(" ") };
}

/** The first value of each non-empty attribute, by its name in lower case. Several attributes may have one name. */
function attributesOf(assertion: Element): Map<string, string[]> {
  const attributes = childrenOf(childrenOf([assertion], "AttributeStatement"), "Attribute").flatMap(
    (attribute) => {
      const [text] = childrenOf([attribute], "AttributeValue").map(textOf).filter(Boolean);
      return text === undefined ? [] : [{ name: attribute.$?.Name?.toLowerCase() ?? "", text }];
    },
  );
  const byName = Map.groupBy(attributes, ({ name }) => name);
  return new Map([...byName].map(([name, entries]) => [name, entries.map(({ text }) => text)]));
}

function textOf(element: Element | string): string {
  if (typeof element === "string") return element.trim();
  return Object.keys(element).every((key) => ["$", "_"].includes(key)) ? (element._ ?? "").trim() : "";
}
