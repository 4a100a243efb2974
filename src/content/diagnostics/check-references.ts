import { EventLoopYielder } from "../../platform/index.ts";
import { type ContentRef, collectLinks, refOf, withoutDigitPrefix } from "../document/index.ts";
import { blocksOfSource, unlessTooLarge } from "../document-store/index.ts";
import type { LinkIndexInput } from "../link-index/index.ts";
import { type Origin, ReferenceResolver, type ReferenceTarget } from "../links/index.ts";
import { allDestinations, type Destination, findFrontMatterDestinations } from "../markdown/index.ts";
import { type ProblemKind, warning } from "./problem.ts";

/** The destinations in a text that lead to no page, file, heading or reusable content of the space. */
export async function findBrokenDestinations(
  { content, spaceId, readDocumentLinks }: LinkIndexInput,
  origin: Origin,
  markdown: string,
): Promise<(Destination & { readonly kind: ProblemKind })[]> {
  const destinations = await allDestinations(markdown, await findFrontMatterDestinations(markdown));
  const resolver = new ReferenceResolver(content, spaceId, readDocumentLinks);
  const refs = destinations.map(({ text }) => refOf(text));
  await resolver.preload(refs, origin);
  const broken: (Destination & { readonly kind: ProblemKind })[] = [];
  const yielder = new EventLoopYielder();
  let anchors: Promise<ReadonlySet<string>> | undefined;
  for (const [i, destination] of destinations.entries()) {
    await yielder.yieldIfDue();
    const ref = refs[i];
    if (ref === undefined) continue;
    const isOwn = (anchor: ContentRef) =>
      anchor.kind === "anchor" && (anchor.page === undefined || anchor.page === origin);
    const target = isOwn(ref) ? undefined : await resolver.resolve(ref, origin);
    const found = target?.ref ?? ref;
    if (found.kind === "anchor" && isOwn(found)) {
      // The headings of the text itself count, not those of the stored page.
      anchors ??= anchorsIn(content, origin, markdown);
      if ((await anchors).has(withoutDigitPrefix(found.anchor))) continue;
      broken.push({ ...destination, kind: brokenTarget({ ref: found, status: "broken" }) });
    } else if (target?.status === "broken") broken.push({ ...destination, kind: brokenTarget(target) });
  }
  return broken;
}

async function anchorsIn(
  content: LinkIndexInput["content"],
  origin: Origin,
  markdown: string,
): Promise<ReadonlySet<string>> {
  const document = await unlessTooLarge(blocksOfSource(content, origin, { markdown }));
  const { anchors } = document === undefined ? { anchors: [] } : collectLinks(document);
  return new Set(anchors.map(withoutDigitPrefix));
}

function brokenTarget({ ref, page }: ReferenceTarget): ProblemKind {
  const message = () => {
    switch (ref.kind) {
      case "anchor":
        return ref.page === undefined || page !== undefined
          ? "Change the part after `#`: the page has no such heading."
          : "Choose another page: this one does not exist.";
      case "file":
        return "Choose another file: this one does not exist.";
      case "reusable-content":
        return "Choose another reusable content: this one does not exist.";
      default:
        return "Choose another page or file: this one does not exist.";
    }
  };
  return warning("broken-reference", message());
}
