import type { Json } from "../client.ts";
import { Ledger } from "../ledger.ts";
import { assertEqual, byName, createWorkload, newName, type Workload, type World } from "../workload.ts";

interface Site {
  readonly title: string;
  readonly visibility: string;
  readonly published: boolean;
  /** In order. `spaces` is the number of site spaces. */
  readonly sections: readonly { readonly title: string; readonly spaces: number }[];
  readonly redirects: readonly string[];
  readonly copyright: string;
}

type Change = (name: string, site: string, state: Site) => Promise<void>;

/** Sites: settings, structure, publication, redirects and customization. */
export async function createSites({ client, random, organization }: World): Promise<Workload> {
  const prefix = newName("sites");
  const spaces: string[] = [];
  for (const title of ["first", "second", "third"])
    spaces.push((await client.send(`POST ${organization}/spaces`, { title: `${prefix} ${title}` })).id);
  const path = `${organization}/sites`;
  const ledger = new Ledger<string, Site>();

  const sectionsOf = async (site: string): Promise<Json[]> => {
    const { type, structure } = await client.send(`GET ${path}/${site}/structure`);
    return type === "sections" ? structure : [];
  };
  /** The sections except the default one, whose title comes from the server. */
  const addedSectionsOf = async (site: string): Promise<Json[]> =>
    (await sectionsOf(site)).filter((section) => section.title.startsWith("section"));

  const create = async () => {
    const name = newName(`${prefix}-`);
    const state: Site = {
      title: name,
      visibility: "public",
      published: false,
      sections: [],
      redirects: [],
      copyright: "",
    };
    const body = { title: name, spaces: spaces.slice(0, 1) };
    await ledger.write(name, state, async () => (await client.send(`POST ${path}`, body)).id);
  };

  const update: Change = async (name, site, state) => {
    const body = { title: `${name} ${newName("title")}`, visibility: random.pick(["public", "unlisted"]) };
    await ledger.write(name, { ...state, ...body }, () => client.send(`PATCH ${path}/${site}`, body));
  };

  const publish: Change = async (name, site, state) => {
    const published = !state.published;
    const operation = published ? "publish" : "unpublish";
    const after = { ...state, published };
    await ledger.write(name, after, () => client.send(`POST ${path}/${site}/${operation}`));
  };

  const addSection: Change = async (name, site, state) => {
    const title = newName("section");
    const after = { ...state, sections: [...state.sections, { title, spaces: 1 }] };
    const body = { title, spaceId: random.pick(spaces) };
    await ledger.write(name, after, () => client.send(`POST ${path}/${site}/sections`, body));
  };

  const addVariant: Change = async (name, site, state) => {
    const section = random.pick(await addedSectionsOf(site));
    const sections = state.sections.map((previous) =>
      previous.title === section.title ? { ...previous, spaces: previous.spaces + 1 } : previous,
    );
    const body = { spaceId: random.pick(spaces), sectionId: section.id };
    await ledger.write(name, { ...state, sections }, () =>
      client.send(`POST ${path}/${site}/site-spaces`, body),
    );
  };

  const removeSection: Change = async (name, site, state) => {
    const { id, title } = random.pick(await addedSectionsOf(site));
    const after = { ...state, sections: state.sections.filter((section) => section.title !== title) };
    await ledger.write(name, after, () => client.send(`DELETE ${path}/${site}/sections/${id}`));
  };

  const moveSection: Change = async (name, site, state) => {
    const sections = await addedSectionsOf(site);
    const [first, last] = [sections[0], sections.at(-1)];
    const after = { ...state, sections: [...state.sections.slice(-1), ...state.sections.slice(0, -1)] };
    const body = {
      item: { type: "site-section", id: last.id },
      position: { before: { type: "site-section", id: first.id } },
    };
    await ledger.write(name, after, () => client.send(`PATCH ${path}/${site}/structure/sort`, body));
  };

  const redirect: Change = async (name, site, state) => {
    const source = `/${newName("from")}`;
    const [siteSpace] = await client.walk(`${path}/${site}/site-spaces?default=true`);
    const destination = { kind: "site-space", siteSpaceId: siteSpace.id };
    const after = { ...state, redirects: [...state.redirects, source].sort() };
    await ledger.write(name, after, () =>
      client.send(`POST ${path}/${site}/redirects`, { source, destination }),
    );
  };

  const customize: Change = async (name, site, state) => {
    const copyright = newName("owner");
    const body = { footer: { copyright, groups: [] } };
    const after = { ...state, copyright };
    await ledger.write(name, after, () => client.send(`PUT ${path}/${site}/customization`, body));
  };

  const write = async () => {
    const picked = random.chance(0.2) ? undefined : ledger.take(random);
    if (picked === undefined) return create();
    const { name, handle, state } = picked;
    if (random.chance(0.03))
      return ledger.write(name, undefined, () => client.send(`DELETE ${path}/${handle}`));
    const changes = [update, publish, addSection, addSection, redirect, customize];
    if (state.sections.length > 0) changes.push(addVariant, removeSection);
    if (state.sections.length > 1) changes.push(moveSection);
    await random.pick(changes)(name, handle, state);
  };

  const list = async () =>
    byName(await client.walk(`${path}?title=${prefix}`), ({ title }) => title.split(" ")[0]);

  const read = async (site: string): Promise<Site> => {
    const { title, visibility, published, siteSpaces } = await client.send(`GET ${path}/${site}`);
    const listed = await client.walk(`${path}/${site}/site-spaces`);
    const inSections: Json[] = (await sectionsOf(site)).flatMap((section) => section.siteSpaces);
    assertEqual(`siteSpaces of ${title}`, siteSpaces, listed.length);
    if (inSections.length > 0) assertEqual(`the site spaces in ${title}`, inSections.length, listed.length);
    const redirects = await client.walk(`${path}/${site}/redirects`);
    const customization = await client.send(`GET ${path}/${site}/customization`);
    return {
      title,
      visibility,
      published,
      sections: (await addedSectionsOf(site)).map((section) => ({
        title: section.title,
        spaces: section.siteSpaces.length,
      })),
      redirects: redirects.map(({ source }) => source).sort(),
      copyright: customization.footer.copyright ?? "",
    };
  };

  return createWorkload("sites", ledger, { list, read }, write);
}
