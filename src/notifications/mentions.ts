import { documentFromMarkdownYielding, nodesIn, nodeText } from "../content/document/index.ts";

/** The number of users that one comment can mention with effect. */
const maxMentions = 50;

/** The ids of the users whom a comment mentions. */
export async function mentionedUsers(markdown: string): Promise<string[]> {
  // Both notations of a mention have the word.
  if (!markdown.includes("mention")) return [];
  const document = await documentFromMarkdownYielding(markdown, 0);
  const users = new Set<string>();
  for (const node of nodesIn(document.nodes)) {
    if (node.object !== "inline" || node.type !== "mention") continue;
    if (node.data.ref.kind === "user") users.add(node.data.ref.user);
    if (users.size === maxMentions) break;
  }
  return [...users];
}

/** The number of characters of Markdown that an excerpt is made of, and that it has. */
export const excerptSource = 600;
const excerptLength = 200;

/** The beginning of a comment as text in one line, made of the beginning of its Markdown. */
export async function excerptOf(markdown: string): Promise<string> {
  const named = markdown.replace(/\[(@[^\][\\\n]{1,100})\]\([^\s()]{1,100} "mention"\)/g, "$1");
  const document = await documentFromMarkdownYielding(named, 0);
  const text = document.nodes.map(nodeText).join(" ").replace(/\s+/g, " ").trim();
  const characters = Array.from(text);
  return characters.length <= excerptLength ? text : `${characters.slice(0, excerptLength).join("")}…`;
}
