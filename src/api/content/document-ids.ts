import { createHmac, hash as digest, timingSafeEqual } from "node:crypto";
import { hashLength } from "../../content/index.ts";
import type { Context } from "../http/index.ts";

/** 96 bits in base64url. */
const signatureLength = 16;

/**
 * The ids of a space's documents: the hash of the document, signed for the space. Copies of a space share a repository, so a
 * hash alone could be that of a document that only another space contains.
 */
export class DocumentIds {
  readonly #key: string;
  constructor({ secrets }: Context, spaceId: string) {
    this.#key = createHmac("sha256", secrets.documents).update(spaceId).digest("base64url");
  }

  idOf(hash: string | undefined): string | undefined {
    return hash && hash + this.#sign(hash);
  }

  /** An id for visitors, who cannot read documents by id: with the hash, they could verify a guess of hidden text. */
  opaqueIdOf(hash: string | undefined): string | undefined {
    return hash && this.#sign(hash);
  }

  /** The hash of the document; undefined if the id is not one of this space. */
  hashOf(id: string): string | undefined {
    const hash = id.slice(0, hashLength);
    const [expected, given] = [Buffer.from(this.#sign(hash)), Buffer.from(id.slice(hashLength))];
    return expected.length === given.length && timingSafeEqual(expected, given) ? hash : undefined;
  }

  /** A plain digest, since a tree has many documents: its key is as long as the digest, which is truncated. */
  #sign(hash: string): string {
    return digest("sha256", this.#key + hash, "base64url").slice(0, signatureLength);
  }
}
