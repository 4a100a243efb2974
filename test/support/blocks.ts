/** A paragraph, as clients send it. */
export function paragraphBlock(text: string) {
  const leaves = [{ object: "leaf", text, marks: [] }];
  return { object: "block", type: "paragraph", data: {}, nodes: [{ object: "text", leaves }] };
}
