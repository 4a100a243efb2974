/** How the words and blocks that comments are about are marked in a text. It applies in shadow roots. */
export const commentSheet = new CSSStyleSheet();
commentSheet.replaceSync(`
  .commented {
    background: color-mix(in srgb, #f5c400 24%, transparent);
    box-shadow: 0 2px 0 #d9a900;
    border-radius: 2px;
    color: inherit;
    cursor: pointer;
  }
  .commented.is-active {
    background: color-mix(in srgb, #f5c400 34%, transparent);
  }
  .commented-block {
    border-radius: 2px;
    box-shadow: -8px 0 0 var(--page, transparent), -10px 0 0 #d9a900;
  }
  .commented-block.is-active {
    background: color-mix(in srgb, #f5c400 14%, transparent);
  }
  .commented:focus-visible {
    outline: 2px solid var(--primary-text);
    outline-offset: 2px;
  }
`);
