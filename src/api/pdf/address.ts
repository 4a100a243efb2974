import type { Context } from "../http/index.ts";
import type { PdfRow } from "./store.ts";

/** In seconds: how long an address is good for. */
const validity = 3600;

/** What an address says of a PDF. */
export interface PdfLink {
  readonly spaceId: string;
  readonly pdfId: string;
  /** In seconds since 1970. */
  readonly expires: string;
  readonly signature: string;
  readonly name: string;
}

export const pathOfPdfs = "/files/pdf/:spaceId/:pdfId/:expires/:signature/:name";

/** Where the PDF is found for an hour. Whoever has the address may have it; it is signed, so nobody can make one up. */
export function addressOf({ config, fileLinks, clock }: Context, row: PdfRow): string {
  const { space_id: spaceId, id: pdfId, name } = row;
  const expires = String(Math.floor(clock.time() / 1000) + validity);
  const signature = fileLinks.sign(...wordsOf({ spaceId, pdfId, expires, name }));
  return `${config.baseUrl}/files/pdf/${spaceId}/${pdfId}/${expires}/${signature}/${encodeURIComponent(name)}`;
}

/** For how many seconds an address is still good; 0 for one that is not, or never was. */
export function secondsLeft({ fileLinks, clock }: Context, { signature, ...link }: PdfLink): number {
  if (!fileLinks.isSigned(signature, ...wordsOf(link))) return 0;
  return Math.max(0, Math.floor(Number(link.expires) - clock.time() / 1000));
}

/** The first is none that other addresses are signed with. */
function wordsOf({ spaceId, pdfId, expires, name }: Omit<PdfLink, "signature">): string[] {
  return ["pdf", spaceId, pdfId, expires, name];
}
