import { readFileSync } from "node:fs";

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** Key pairs of an identity provider and of someone else. The certificates are valid for a hundred years. */
export const keys = {
  provider: { key: read("idp.key.pem"), certificate: read("idp.cert.pem") },
  stranger: { key: read("other.key.pem"), certificate: read("other.cert.pem") },
};

/** A certificate with an elliptic-curve key, which is refused: only RSA is supported. */
export const ellipticCertificate = read("ec.cert.pem");
