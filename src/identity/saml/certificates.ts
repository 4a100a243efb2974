import { X509Certificate } from "node:crypto";
import { badInput } from "../../platform/index.ts";

const pemBlock = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;
const base64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Reads certificates in PEM, or one in bare Base64. Throws if the text contains anything else. */
export function parseCertificates(text: string): X509Certificate[] {
  const blocks = [...text.matchAll(pemBlock)].map(([, body = ""]) => body);
  // This keeps admins from storing a private key by mistake.
  if (text.replace(pemBlock, "").includes("-----BEGIN")) throw new Error("the text contains other data");
  return (blocks.length > 0 ? blocks : [text]).map((body) => {
    const encoded = body.replace(/\s/g, "");
    if (!base64.test(encoded)) throw new Error("the certificate is not in Base64");
    return new X509Certificate(Buffer.from(encoded, "base64"));
  });
}

/** Throws an error about `field` if signatures cannot be verified safely with the certificates. */
export function requireCertificates(field: string, text: string): void {
  let certificates: readonly X509Certificate[];
  try {
    certificates = parseCertificates(text);
  } catch {
    throw badInput(field, "must be an X.509 certificate in PEM, or the Base64 between its lines");
  }
  for (const { publicKey } of certificates) {
    if (publicKey.asymmetricKeyType !== "rsa")
      throw badInput(field, "must have an RSA key: other signatures cannot be verified");
    if ((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < 1024)
      throw badInput(field, "must have a key of at least 1024 bits: shorter keys can be broken");
  }
}
