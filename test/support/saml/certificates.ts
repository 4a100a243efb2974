import { readFileSync } from "node:fs";

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** Keys of an identity provider, and of somebody who would like to be one; they are good for a hundred years. */
export const keys = {
  provider: { key: read("idp.key.pem"), certificate: read("idp.cert.pem") },
  stranger: { key: read("other.key.pem"), certificate: read("other.cert.pem") },
};

/** A certificate whose key is no RSA key. */
export const ellipticCertificate = read("ec.cert.pem");
