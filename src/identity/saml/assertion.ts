import type { Profile } from "@node-saml/node-saml";
import { parseEmail } from "../../platform/index.ts";
import type { Person, Vouching } from "./verified-identity.ts";

/** An element as the library hands it out: attributes in `$`, text in `_`, and all elements of a name in a list. */
interface Element {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
  readonly [name: string]: unknown;
}

interface Expected {
  readonly issuer: string;
  readonly recipient: string;
  readonly clockSkew: number;
}

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/**
 * Looks at what the library leaves open in an assertion, of which it has checked signature, audience and times: that it
 * is of the provider that was asked, for this server, not for long, and an answer to the very question that it came with.
 */
export function readAssertion(profile: Profile, { issuer, recipient, clockSkew }: Expected): Vouching {
  const assertion = profile.getAssertion?.().Assertion as Element;
  if (profile.issuer !== issuer) throw new Error(`its issuer is ${profile.issuer}, not ${issuer}`);
  const confirmations = inside(inside([assertion], "Subject"), "SubjectConfirmation")
    .filter(({ $ }) => $?.Method === bearer)
    .flatMap((confirmation) => inside([confirmation], "SubjectConfirmationData"))
    .map(({ $ = {} }) => $);
  const confirmation = confirmations.find(({ Recipient }) => Recipient === recipient);
  if (confirmation === undefined) throw new Error(`it is not meant for ${recipient}`);
  const { InResponseTo: ticket, NotOnOrAfter: end = "" } = confirmation;
  // Of the whole response, only the assertion may be signed: what stands around it could be anybody's.
  if (ticket === undefined || ticket !== profile.inResponseTo)
    throw new Error("it does not say which question it answers");
  if (!(Date.parse(end) + clockSkew > Date.now())) throw new Error("it is too old");
  const [conditions] = inside([assertion], "Conditions");
  if (conditions?.$?.NotOnOrAfter === undefined) throw new Error("it does not say how long it is valid");
  return { ticket, ...personIn(profile.nameID ?? "", assertion), ...endOfSession(assertion) };
}

function inside(elements: readonly Element[], name: string): Element[] {
  return elements.flatMap((element) => (element[name] ?? []) as Element[]);
}

function endOfSession(assertion: Element): { until?: string } {
  const ends = inside([assertion], "AuthnStatement").map(({ $ }) => Date.parse($?.SessionNotOnOrAfter ?? ""));
  const end = Math.min(...ends.filter((time) => !Number.isNaN(time)));
  if (end <= Date.now()) throw new Error("the session that it is about is over");
  return Number.isFinite(end) ? { until: new Date(end).toISOString() } : {};
}

/** What providers call an e-mail address, the surest first. */
const emailNames = [
  "email",
  "mail",
  "emailAddress",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "urn:oid:1.2.840.113549.1.9.1",
  "User.email",
];
/** Looks like an address, and is mostly none that somebody is written to: if there is nothing else. */
const accountNames = ["http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn"];
const wholeNames = [
  "displayName",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "name",
];
const firstNames = [
  "firstName",
  "givenName",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
  "urn:oid:2.5.4.42",
];
const lastNames = [
  "lastName",
  "surname",
  "sn",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
  "urn:oid:2.5.4.4",
];

function personIn(nameID: string, assertion: Element): Person {
  const attributes = attributesOf(assertion);
  const find = (names: readonly string[]) =>
    names.map((name) => attributes.get(name.toLowerCase())).find((texts) => texts !== undefined);
  const [text, ...others] = find(emailNames) ?? (parseEmail(nameID) ? [nameID] : find(accountNames)) ?? [];
  if (others.some((other) => other !== text)) throw new Error("it names more than one e-mail address");
  const email = parseEmail(text ?? "");
  if (email === undefined)
    throw new Error("it names no e-mail address, neither as an attribute nor as NameID");
  const names = find(wholeNames) ?? [firstNames, lastNames].flatMap((each) => find(each)?.[0] ?? []);
  return { email, displayName: names.join(" ") };
}

/** The attributes that say something, by their names in lower case: of each the first value. Several may have one name. */
function attributesOf(assertion: Element): Map<string, string[]> {
  const attributes = inside(inside([assertion], "AttributeStatement"), "Attribute").flatMap((attribute) => {
    const [text] = inside([attribute], "AttributeValue").map(textOf).filter(Boolean);
    return text === undefined ? [] : [{ name: attribute.$?.Name?.toLowerCase() ?? "", text }];
  });
  const byName = Map.groupBy(attributes, ({ name }) => name);
  return new Map([...byName].map(([name, some]) => [name, some.map(({ text }) => text)]));
}

/** Of an element that has nothing else in it, and which may be nothing but a text. */
function textOf(element: Element | string): string {
  if (typeof element === "string") return element.trim();
  return Object.keys(element).every((key) => ["$", "_"].includes(key)) ? (element._ ?? "").trim() : "";
}
