import { createHash } from "node:crypto";

/** The destinations of links and images after the import. */
export interface LinkTargets {
  link(path: string, anchor?: string): string;
  file(image: string): string;
}

/** A part of a page: its source for the generator, and the expected Markdown after the import. */
export interface Part {
  readonly source: string;
  readonly imported: string | ((targets: LinkTargets) => string);
}

const unchanged = (text: string): Part => ({ source: text, imported: text });

/** A heading with the anchor that the generator gives it. Links to it must work after the import. */
export interface Heading {
  readonly text: string;
  readonly anchor: string;
  /** The anchor after the import, if different. */
  readonly imported?: string;
  /** Whether the import writes the anchor, since it differs from the default anchor of the text. */
  readonly isExplicit?: boolean;
  /** Whether the source has the anchor, too. */
  readonly isInSource?: boolean;
}

export const headings: readonly Heading[] = [
  { text: "How it works", anchor: "how-it-works" },
  { text: "1. Before you begin", anchor: "_1-before-you-begin", isExplicit: true },
  { text: "Größe & Maße", anchor: "große-maße", imported: "grosse-and-masse" },
  { text: "日本語の見出し", anchor: "日本語の見出し", imported: "ri-ben-yu-nojian-chu-si" },
  { text: "Using `config.json`", anchor: "using-config-json", isExplicit: true },
  { text: "What's new?", anchor: "what-s-new", isExplicit: true },
  { text: "Named by hand", anchor: "by-hand", isExplicit: true, isInSource: true },
];

export function heading(depth: number, { text, anchor, isExplicit, isInSource }: Heading): Part {
  const mark = "#".repeat(depth);
  return {
    source: `${mark} ${text}${isInSource ? ` {#${anchor}}` : ""}`,
    imported: `${mark} ${text}${isExplicit ? ` <a href="#${anchor}" id="${anchor}"></a>` : ""}`,
  };
}

export const plainHeading = (depth: number, text: string): Part => unchanged(`${"#".repeat(depth)} ${text}`);

export const paragraph = (n: number): Part =>
  unchanged(
    `Paragraph ${n} has **bold**, _emphasised_, ~~struck~~ and \`code\` words, 2 < 3 & 5 > 4, "quotes" and an [external link](https://example.com/path?a=1&b=${n}#part).`,
  );

export function linkTo(path: string, target: string, heading?: Pick<Heading, "anchor" | "imported">): Part {
  const anchor = heading && `#${heading.anchor}`;
  return {
    source: `Read [the linked page](${rootFrom(path)}${target}.md${anchor ?? ""}) first.`,
    imported: ({ link }) =>
      `Read [the linked page](${link(target, heading?.imported ?? heading?.anchor)}) first.`,
  };
}

/** The path from the folder of a page to the root. */
function rootFrom(path: string): string {
  return `./${"../".repeat(path.split("/").length - 1)}`;
}

const programs: readonly [language: string, text: string][] = [
  ["js", "export const twice = (n) => n * 2;\n\nconsole.log('{{ twice }}', twice(21)); // <b>&amp;</b>"],
  ["ts", "interface Page {\n\treadonly title: string;\n}\n\nconst pages: Page[] = [];"],
  ["python", "def greet(name):\n    if name:\n        return f\"Hello {name}\"\n\n\nprint(greet('you'))"],
  ["sh", '# Install it\ncurl -fsSL https://example.com/install | sh\nexport PATH="$HOME/bin:$PATH"'],
  ["yaml", "server:\n  port: 4400 # the usual one\n  hosts:\n    - a\n    - b"],
  ["json", '{\n  "name": "handbook",\n  "private": true\n}'],
  ["html", '<p class="a">\n  Text &lt; more\n</p>'],
  ["diff", "- old line\n+ new line\n  same line"],
  ["md", "# Title\n\n{% hint %}\nNo hint here.\n{% endhint %}"],
  ["rust", 'fn main() {\n    println!("{:?}", vec![1, 2, 3]);\n}'],
];

export function code(n: number): Part {
  const [language, text] = programs[n % programs.length] ?? ["", ""];
  const imported = `\`\`\`${language}\n${text}\n\`\`\``;
  const marks = ["", "{1}", ":line-numbers", "{2}:line-numbers"][n % 4];
  return { source: imported.replace(language, `${language}${marks}`), imported };
}

/** A code block without a language that contains a fence. */
export const codeInCode: Part = {
  source: "````\n```js\nconst a = 1;\n```\n````",
  imported: "````\n```js\nconst a = 1;\n```\n````",
};

export const tabs: Part = {
  source: [
    "::: code-group\n",
    "```sh [npm]\nnpm install handbook\n```\n",
    "```sh [pnpm]\npnpm add handbook\n```\n",
    "```ts [config.ts]\nexport default { title: 'Handbook' };\n```\n",
    ":::",
  ].join("\n"),
  imported: [
    "{% tabs %}",
    '{% tab title="npm" %}\n```sh\nnpm install handbook\n```\n{% endtab %}\n',
    '{% tab title="pnpm" %}\n```sh\npnpm add handbook\n```\n{% endtab %}\n',
    "{% tab title=\"config.ts\" %}\n```ts\nexport default { title: 'Handbook' };\n```\n{% endtab %}",
    "{% endtabs %}",
  ].join("\n"),
};

const containers = [
  ["info", "info"],
  ["tip", "success"],
  ["warning", "warning"],
  ["danger", "danger"],
] as const;

/** A container with a list, and with a title if the number is odd. */
export function container(n: number): Part {
  const [kind, style] = containers[n % containers.length] ?? containers[0];
  const title = n % 2 === 0 ? "" : `Mind this ${n}`;
  const text = "Some _words_:\n\n- one\n- two";
  return {
    source: `::: ${kind} ${title}\n${text}\n:::`,
    imported: `{% hint style="${style}" %}\n${title && `**${title}**\n\n`}${text}\n{% endhint %}`,
  };
}

export const alert: Part = {
  source: "> [!IMPORTANT]\n> Crucial for success.",
  imported: '{% hint style="info" %}\nCrucial for success.\n{% endhint %}',
};

export const details: Part = {
  source: "::: details More about it\nHidden `words`.\n\n```js\nconst hidden = true;\n```\n:::",
  imported:
    "<details>\n\n<summary>More about it</summary>\n\nHidden `words`.\n\n```js\nconst hidden = true;\n```\n\n</details>",
};

export const table = (n: number): Part => ({
  source: `| Setting | Default | Meaning |\n|:--|--:|---|\n| \`a\\|b\` | ${n} | One _or_ the other |\n| port | 4400 | See [there](https://example.com/${n}) |`,
  imported: `| Setting | Default | Meaning |\n| - | -: | - |\n| \`a\\|b\` | ${n} | One _or_ the other |\n| port | 4400 | See [there](https://example.com/${n}) |`,
});

export const list = (n: number): Part =>
  unchanged(
    `1. First of ${n}\n2. Second\n   - with a part\n\n   - and another:\n\n     \`\`\`sh\n     ls -l\n     \`\`\`\n3. Third`,
  );

export const quote: Part = {
  source: "> A quote\n> on two lines.",
  imported: "> A quote on two lines.",
};

export const inlineHtml: Part = {
  source: "Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>2</sup> :tada:\n\n---\n\nThe end of it.",
  imported: "Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>2</sup> 🎉\n\n---\n\nThe end of it.",
};

/** The table of contents, which is not imported. */
export const contents: Part = { source: "[[toc]]", imported: "" };

/** An image of one of three kinds: served unchanged, renamed by the generator, or inlined by it. */
export function image(n: number, path: string): Part & { readonly name: string; readonly bytes: Buffer } {
  const kind = n % 3;
  const name = `picture-${n}.png`;
  const target = kind === 0 ? `/images/${name}` : `${rootFrom(path)}images/${name}`;
  return {
    name,
    bytes: picture(n, kind === 2 ? 300 : 6000),
    source: `![Picture ${n}](${target})`,
    imported: ({ file }) => `![Picture ${n}](${file(name)})`,
  };
}

const square = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGNgYPgPRmAKABvyA/0Qx1vWAAAAAElFTkSuQmCC",
  "base64",
);

/** An image with unique bytes after its end, up to this size. */
function picture(n: number, size: number): Buffer {
  const noise = createHash("shake256", { outputLength: size - square.length })
    .update(`${n}`)
    .digest();
  return Buffer.concat([square, noise]);
}
