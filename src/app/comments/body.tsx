import type { ComponentChildren } from "preact";
import { useQuery } from "../data/queries.ts";
import { emojiOf } from "../parts/small.tsx";
import { words } from "../words/index.ts";

/** A node of a document, as far as comments show it. */
interface Node {
  readonly object: string;
  readonly type?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Node[];
  readonly leaves?: readonly {
    readonly text: string;
    readonly marks: readonly { readonly type: string }[];
  }[];
}

/** The text of a comment. Its document comes from the server, which has removed addresses that are not of the web. */
export function CommentBody({ document }: { readonly document: unknown }) {
  const { nodes = [] } = (document ?? {}) as Node;
  return <div class="comment-body">{nodes.map(showNode)}</div>;
}

function showNode(node: Node, index: number): ComponentChildren {
  if (node.object === "text") return <TextLeaves key={index} node={node} />;
  const children = node.nodes?.map(showNode);
  switch (node.type) {
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return (
        <p key={index}>
          <strong>{children}</strong>
        </p>
      );
    case "list-ordered":
      return <ol key={index}>{children}</ol>;
    case "list-unordered":
    case "list-tasks":
      return <ul key={index}>{children}</ul>;
    case "list-item":
      return <li key={index}>{children}</li>;
    case "blockquote":
    case "hint":
      return <blockquote key={index}>{children}</blockquote>;
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached by keys.
        <pre key={index} tabIndex={0}>
          <code>{children}</code>
        </pre>
      );
    case "code-line":
      return [children, "\n"];
    case "divider":
      return <hr key={index} />;
    case "link":
      return (
        <a key={index} href={urlOfRef(node.data?.ref)} rel="noopener noreferrer nofollow" target="_blank">
          {children}
        </a>
      );
    case "mention":
      return <Mention key={index} reference={node.data?.ref} />;
    case "emoji":
      return emojiOf(String(node.data?.code ?? ""));
    case "inline-math":
    case "math":
      return <code key={index}>{String(node.data?.formula ?? "")}</code>;
    case "paragraph":
      return <p key={index}>{children}</p>;
    default:
      return <div key={index}>{[children, node.fragments?.map(showNode)]}</div>;
  }
}

const elements: Readonly<Record<string, "strong" | "em" | "s" | "code" | "kbd" | "sup" | "sub">> = {
  bold: "strong",
  italic: "em",
  strikethrough: "s",
  code: "code",
  keyboard: "kbd",
  superscript: "sup",
  subscript: "sub",
};

function TextLeaves({ node }: { readonly node: Node }) {
  return (
    <>
      {node.leaves?.map(({ text, marks }) =>
        marks.reduce<ComponentChildren>((inner, { type }) => {
          const Element = elements[type];
          return Element ? <Element>{inner}</Element> : inner;
        }, text),
      )}
    </>
  );
}

function urlOfRef(reference: unknown): string | undefined {
  const { kind, url } = (reference ?? {}) as { kind?: string; url?: string };
  return kind === "url" && url !== undefined && /^(https?|mailto|tel):/i.test(url) ? url : undefined;
}

function Mention({ reference }: { readonly reference: unknown }) {
  const { kind, user = "" } = (reference ?? {}) as { kind?: string; user?: string };
  const found = useQuery("GET /users/:userId", kind === "user" ? { userId: user } : undefined);
  return <span class="mention">@{found.data?.displayName ?? words.comments.someone}</span>;
}
