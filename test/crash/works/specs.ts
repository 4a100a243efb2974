import { specText } from "../../support/openapi.ts";
import { Ledger } from "../ledger.ts";
import { byName, createWork, newName, type Work, type World } from "../work.ts";

/** The titles of all that a spec was to be read from, in their order. */
type Sources = readonly string[];

interface FoundSpec {
  readonly processingState: string;
  readonly error: string | undefined;
  /** The titles of its versions, in their order. */
  readonly versions: readonly string[];
}

/** OpenAPI specs, each read by a job from a text or an address: once for each source, and never not at all. */
export async function openSpecs({ client, random, organization, sourceOf }: World): Promise<Work> {
  const path = `${organization}/openapi`;
  const prefix = newName("spec");
  const ledger = new Ledger<string, Sources>();

  const put = async (slug: string, sources: Sources) => {
    const title = newName("source");
    const source = random.chance(0.5) ? { text: specText(title) } : { url: sourceOf(title) };
    await ledger.write(slug, [...sources, title], async () => {
      await client.send(`PUT ${path}/${slug}`, { source });
      return slug;
    });
  };

  const write = async () => {
    const found = random.chance(0.5) ? undefined : ledger.take(random);
    if (found === undefined) return put(newName(`${prefix}-`), []);
    const { name, state } = found;
    if (random.chance(0.1)) return ledger.write(name, undefined, () => client.send(`DELETE ${path}/${name}`));
    await put(name, state);
  };

  const list = async () => {
    const slugs: string[] = (await client.walk(path)).map(({ slug }) => slug);
    const own = slugs.filter((slug) => slug.startsWith(`${prefix}-`));
    return byName(
      own,
      (slug) => slug,
      (slug) => slug,
    );
  };

  const read = async (slug: string): Promise<FoundSpec> => {
    const {
      processingState,
      lastProcessErrorCode: error,
      lastVersion,
    } = await client.send(`GET ${path}/${slug}`);
    const versions = (await client.walk(`${path}/${slug}/versions`)).toReversed();
    if (versions.at(-1)?.id !== lastVersion)
      throw new Error(`the last version of ${slug} is not the last one`);
    const titles = versions.map(async ({ id }) => {
      const { text } = await client.send(`GET ${path}/${slug}/versions/${id}/content/raw`);
      return /title: (\w+)/.exec(text)?.[1] ?? text;
    });
    return { processingState, error, versions: await Promise.all(titles) };
  };

  return createWork("specs", ledger, { list, read, fits: isReadOnce, isMadeByJobs: true }, write);
}

/** The last source was read, each of those before at most once: one that was replaced soon enough need not be. */
function isReadOnce(sources: Sources, { processingState, error, versions }: FoundSpec): boolean {
  const places = versions.map((title) => sources.indexOf(title));
  const isInOrder = places.every((place, i) => place >= 0 && place > (places[i - 1] ?? -1));
  return (
    processingState === "complete" && error === undefined && isInOrder && versions.at(-1) === sources.at(-1)
  );
}
