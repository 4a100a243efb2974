import { X509Certificate } from "node:crypto";
import { badInput } from "../../platform/index.ts";

const block = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;
const base64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The certificates in a text: in PEM, each in its block, or one without the lines around it. Throws where there is none. */
export function parseCertificates(text: string): X509Certificate[] {
  const blocks = [...text.matchAll(block)].map(([, body = ""]) => body);
  // Nobody should store a private key by mistake.
  if (text.replace(block, "").includes("-----BEGIN")) throw new Error("there is something else as well");
  return (blocks.length > 0 ? blocks : [text]).map((body) => {
    const letters = body.replace(/\s/g, "");
    if (!base64.test(letters)) throw new Error("this is not Base64");
    return new X509Certificate(Buffer.from(letters, "base64"));
  });
}

/** Refuses what no signature could be checked with. */
export function requireCertificates(field: string, text: string): void {
  let certificates: readonly X509Certificate[];
  try {
    certificates = parseCertificates(text);
  } catch {
    throw badInput(field, "must be an X.509 certificate in PEM, or the Base64 between its lines");
  }
  for (const { publicKey } of certificates) {
    if (publicKey.asymmetricKeyType !== "rsa")
      throw badInput(field, "must have an RSA key: signatures of another kind cannot be checked");
    if ((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < 1024)
      throw badInput(field, "must have a key of 1024 bits at least: shorter ones can be found out");
  }
}
