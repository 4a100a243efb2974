import type { Context } from "../../api/http/index.ts";
import {
  type Block,
  type ContentRef,
  countNodes,
  nodesIn,
  replaceBlocks,
} from "../../content/document/index.ts";
import { describeOperation, describeSchemas, describeWebhook } from "../../openapi/description/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import {
  type Dependencies,
  externalTarget,
  readLinkedSpecs,
  readSpecFiles,
  readTargets,
  type SitePage,
  type SiteUrls,
} from "../page/index.ts";
import type { FrameWords } from "../words/index.ts";
import { nameBlock, operationBlocks, schemaBlocks } from "./api-blocks.ts";

/** The number of nodes that describe the APIs of a page. Of what follows, only the names are written. */
const maxNodes = 50_000;

interface DescribedApis {
  readonly blocks: readonly Block[];
  /** Undefined if the page shows no API. */
  readonly dependencies?: Dependencies;
}

/** Replaces the blocks that show operations, webhooks and schemas of an API with their descriptions. */
export async function describeApis(
  context: Context,
  page: SitePage,
  urls: SiteUrls,
  words: FrameWords,
  blocks: readonly Block[],
): Promise<DescribedApis> {
  const shown = [...nodesIn(blocks)].filter(isApiBlock);
  if (shown.length === 0) return { blocks };
  const refs = new Map(shown.map(({ data }) => [JSON.stringify(data.ref), data.ref]));
  const targets = await readTargets(context, page, [...refs.values()], urls);
  const fileOf = await readSpecFiles(context, page, shown, targets);
  const linked = await readLinkedSpecs(context, page.site.organization_id, shown);
  const specOf = (ref: ContentRef) => fileOf(ref) ?? linked.specOf(ref);
  const replacements = new Map<Block, readonly Block[]>();
  const yielder = new EventLoopYielder();
  let nodesLeft = maxNodes;
  for (const block of shown) {
    const described = nodesLeft > 0 ? describe(block, specOf, words) : [];
    nodesLeft -= described.reduce((sum, node) => sum + countNodes(node), 0);
    replacements.set(block, described.length > 0 ? described : nameBlocks(block));
    await yielder.yieldIfDue();
  }
  return {
    blocks: replaceBlocks(blocks, replacements),
    dependencies: { ...targets.dependencies, linkedSpecs: linked.states },
  };
}

type ApiBlock = Extract<
  Block,
  { readonly type: "swagger" | "openapi-operation" | "openapi-webhook" | "openapi-schemas" }
>;

function isApiBlock(node: { readonly type: string }): node is ApiBlock {
  return node.type === "swagger" || node.type.startsWith("openapi-");
}

/** The description of what a block shows. Empty if its spec does not have it. */
function describe(
  { type, data }: ApiBlock,
  specOf: (ref: ContentRef) => unknown,
  words: FrameWords,
): Block[] {
  const spec = specOf(data.ref);
  if (type === "openapi-schemas")
    return describeSchemas(spec, data.schemas).flatMap((schema) => schemaBlocks(schema, words));
  const operation =
    type === "openapi-webhook"
      ? describeWebhook(spec, data.name, data.method)
      : describeOperation(spec, data.path, data.method);
  return operation === undefined ? [] : operationBlocks(operation, words);
}

/** What a block shows of which no description is known, and the URL of its spec. */
function nameBlocks({ type, data }: ApiBlock): Block[] {
  if (type === "openapi-schemas") return data.schemas.map((name) => nameBlock(name));
  const name = `${data.method.toUpperCase()} ${type === "openapi-webhook" ? data.name : data.path}`;
  return [nameBlock(name, data.ref.kind === "url" ? externalTarget(data.ref.url).href : undefined)];
}
