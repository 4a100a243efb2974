import { specText } from "../../support/openapi.ts";
import { Ledger } from "../ledger.ts";
import { byName, createWorkload, newName, type Workload, type World } from "../workload.ts";

/** The titles of all sources of a spec, in order. */
type Sources = readonly string[];

interface FoundSpec {
  readonly processingState: string;
  readonly error: string | undefined;
  readonly versions: readonly string[];
}

/** OpenAPI specs, which a job reads from a text or a URL, once for each source. */
export async function createSpecs({ client, random, organization, sourceOf }: World): Promise<Workload> {
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
    const picked = random.chance(0.5) ? undefined : ledger.take(random);
    if (picked === undefined) return put(newName(`${prefix}-`), []);
    const { name, state } = picked;
    if (random.chance(0.1)) return ledger.write(name, undefined, () => client.send(`DELETE ${path}/${name}`));
    await put(name, state);
  };

  const list = async () => {
    const specs = await client.walk(path);
    const ownSpecs = specs.filter(({ slug }) => slug.startsWith(`${prefix}-`));
    return byName(
      ownSpecs,
      ({ slug }) => slug,
      ({ slug }): string => slug,
    );
  };

  const read = async (slug: string): Promise<FoundSpec> => {
    const spec = await client.send(`GET ${path}/${slug}`);
    const { processingState, lastProcessErrorCode: error, lastVersion } = spec;
    const versions = (await client.walk(`${path}/${slug}/versions`)).toReversed();
    if (versions.at(-1)?.id !== lastVersion) throw new Error(`the last version of ${slug} is not the newest`);
    const titles = versions.map(async ({ id }) => {
      const { text } = await client.send(`GET ${path}/${slug}/versions/${id}/content/raw`);
      return /title: (\w+)/.exec(text)?.[1] ?? text;
    });
    return { processingState, error, versions: await Promise.all(titles) };
  };

  return createWorkload("specs", ledger, { list, read, matches: isReadOnce, isWrittenByJobs: true }, write);
}

/** Whether the last source was read, and each earlier one at most once: it may have been replaced before it was read. */
function isReadOnce(sources: Sources, { processingState, error, versions }: FoundSpec): boolean {
  const positions = versions.map((title) => sources.indexOf(title));
  const isInOrder = positions.every((position, i) => position > (positions[i - 1] ?? -1));
  return (
    processingState === "complete" && error === undefined && isInOrder && versions.at(-1) === sources.at(-1)
  );
}
