export const siteStructure = {
  tree: "Structure of the site",
  filter: "Filter by title or path",
  noMatch: "No part of the site matches.",
  actionsFor: (title: string) => `Actions for ${title}`,
  onlyRead: "You see the structure. To change it, you need the role Creator in the organization.",
  kinds: { "site-section-group": "Group", "site-section": "Section", "site-space": "Variant" },
  empty: "The site shows no space yet",
  emptyText: "Add a space. Several ones become variants of each other, or sections.",
  explain: {
    sections:
      "Sections are the topics at the top of the site. Groups put them into a menu. Variants, such as versions or languages, are in a section.",
    variants:
      "The spaces here are variants of each other, such as versions or languages. Add a section to give the site topics: what is here becomes the first one.",
  },
  keys: "Alt with an arrow key moves the chosen part, Enter opens its settings.",

  addSection: "Add section",
  addVariant: "Add variant",
  addVariantTo: "Add variant…",
  addGroup: "Add group",
  pickSections: "Add sections from spaces",
  pickVariants: (title: string) => `Add variants to ${title}`,
  pickAction: (count: number) => (count === 1 ? "Add 1 space" : `Add ${count} spaces`),
  newGroup: "New group",
  createGroup: "Create group",
  added: (count: number) => (count === 1 ? "The space was added." : `${count} spaces were added.`),
  groupAdded: (title: string) => `${title} was added.`,

  edit: "Settings…",
  makeDefault: "Start the site here…",
  makeDefaultVariant: "Make it the default…",
  draft: "Hide as a draft",
  undraft: "Show to readers",
  hide: "Leave out of the navigation",
  unhide: "Show in the navigation",
  moveUp: "Move up",
  moveDown: "Move down",
  moveTo: "Move to…",
  otherSpace: "Show another space…",
  pickOther: (title: string) => `Show another space instead of ${title}`,
  openSpace: "Open the space",
  openSite: "Open on the site",
  remove: "Remove…",

  isDefault: "Default",
  isStart: "Start",
  isHidden: "Not in the navigation",
  isDraft: "Draft",
  hasCondition: (condition: string) => `Only for visitors with ${condition}`,
  conditional: "Conditional",

  moved: (title: string) => `${title} was moved.`,
  movedAddress: (title: string) => `${title} was moved. Its former addresses lead to the new ones.`,
  changed: (title: string) => `${title} was changed.`,
  confirmMove: {
    title: (title: string) => `Move ${title}?`,
    last: (section: string) =>
      `It is the only variant of ${section}. The section is removed with its settings.`,
    action: "Move",
    actionLast: "Move and remove section",
  },
  move: {
    title: (title: string) => `Move ${title}`,
    search: "Search for a place",
    top: "Top level",
    places: "Places",
    none: "No other place is possible.",
    found: (count: number) => (count === 1 ? "1 place" : `${count} places`),
  },

  settings: {
    title: (title: string) => `Settings of ${title}`,
    name: "Title",
    spaceName: "Title of the space",
    spaceNameHint:
      "Readers see it as the name of the variant. It is also the title of the space in the workspace.",
    spaceNameByAdmins: "It is the title of the space. Only its admins can change it.",
    icon: "Icon",
    chooseIcon: "Choose icon",
    description: "Description",
    descriptionHint: "Readers see it in the menu of sections.",
    path: "Path",
    invalidPath: "Use letters, digits and . _ ~ - only.",
    defaultPath: "It is used only if another part becomes the default.",
    isDefaultSection: "The site starts here",
    isDefaultVariant: "Readers see this variant first",
    defaultHint: "To change it, make another part the default.",
    defaultByAdmins: "Only admins of the organization can change where a site starts.",
    draft: "Draft",
    draftHint: "Readers do not see it, and its addresses lead nowhere. Members see it in the preview.",
    hidden: "Leave out of the navigation",
    hiddenHint: "Its addresses still work.",
    language: "Language",
    languageHint: "For search, and for search engines. It is a property of the space.",
    noLanguage: "Found out page by page",
    condition: "Condition",
    groupCondition:
      "A group has no condition of its own. Set conditions in the settings of its sections: visitors who see none of them do not see the group.",
    conditionHint: "Only visitors for whom it is true see it, such as visitor.claims.beta. Empty: everybody.",
  },

  addresses: {
    title: "Addresses change",
    kept: "Links to the former addresses keep working: readers are led to the new ones.",
    taken: (owner: string, path: string) =>
      `Except where ${owner} has a page at the same address below ${path}: readers then see that page.`,
    more: (count: number) => (count === 1 ? "and 1 more" : `and ${count} more`),
    change: (from: string, to: string) => `${from} → ${to}`,
  },
  confirmDefault: {
    title: (title: string) => `Start the site with ${title}?`,
    variantTitle: (title: string) => `Make ${title} the default?`,
    action: "Make it the default",
  },

  replacement: {
    title: (title: string, before: string) => `Show ${title} instead of ${before}?`,
    text: "It gets the address. The space that is shown now stays as it is.",
    none: "The other space has a page at every address: no link breaks.",
    start: "The start of the space that is shown instead",
    action: "Show this space",
    doneWith: (title: string, count: number) =>
      count === 1
        ? `${title} was changed, and 1 redirect was created.`
        : `${title} was changed, and ${count} redirects were created.`,
  },
  removal: {
    title: (title: string) => `Remove ${title}?`,
    space: "The space itself stays as it is. It is only not shown in this site any more.",
    section: (count: number) =>
      count === 1
        ? "Its space stays as it is. It is only not shown in this site any more."
        : `Its ${count} spaces stay as they are. They are only not shown in this site any more.`,
    lastSection: "It is the last section: its spaces stay in the site, as variants of each other.",
    onlyVariant: (section: string) =>
      `It is the only variant of ${section}, so this section is removed, too.`,
    group: "Its sections take its place.",
    breaks: "These addresses then lead nowhere:",
    below: (path: string) => `${path} and everything below it`,
    atRoot: "its pages directly below /, except where the new default has a page at the same address",
    next: (title: string) => `${title} becomes the default.`,
    target: "Lead their readers to",
    noTarget: "Nowhere: they see that the page does not exist",
    targetHint: (count: number) =>
      count <= 1
        ? count === 0
          ? "It has no pages: no redirect is needed."
          : "One redirect is created."
        : `${count} redirects are created: each page to the one with the same path there, or else to its start.`,
    tooMany: (max: number, count: number) =>
      `Redirects are created for the first ${max} of ${count} addresses. The others lead nowhere.`,
    redirectsByAdmins: "Only admins of the organization can create redirects.",
    counting: "Finding their pages…",
    action: "Remove",
    done: (title: string) => `${title} was removed.`,
    doneWith: (title: string, count: number) =>
      count === 1
        ? `${title} was removed, and 1 redirect was created.`
        : `${title} was removed, and ${count} redirects were created.`,
  },
};
