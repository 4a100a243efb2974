export const exporting = {
  title: (name: string) => `Export “${name}”`,
  format: "Format",
  formats: {
    markdown: "Markdown: a ZIP file that can be imported",
    pdf: "PDF: a book with a cover and a table of contents",
  },
  pageFormats: {
    markdown: "Markdown of this page and those below it",
    pdf: "PDF of this page and those below it",
    page: "PDF of this page only",
  },
  site: "Static copy",
  siteText: "A ZIP file with the pages that visitors without a token see, for any web server.",
  siteUrl: "Address of the copy",
  siteUrlHint: "Where you will publish it. Without one, that of the site.",
  start: "Export",
  working: "Creating the file",
  workingPdf: "Creating the PDF. A large space takes some seconds.",
  waiting: "It begins in a moment.",
  progress: (done: number, total: number) => `${done} of ${total} pages and files`,
  cancel: "Cancel export",
  done: (pages: number, size: string) =>
    `${pages === 1 ? "1 page" : `${pages} pages`}, ${size}. You can download it for a day.`,
  donePdf: "The PDF is ready. The address is valid for an hour.",
  download: "Download",
  failed: "The export failed.",
  cancelled: "The export was canceled.",
  again: "Try again",
  skipped: (count: number) =>
    count === 1
      ? "1 page was omitted, because its name is too long for a file."
      : `${count} pages were omitted, because their names are too long for files.`,
  leave: "You can close this: the export goes on, and is here when you open it again.",
  recent: "Your exports of the last day",
  downloadOf: (name: string) => `Download ${name}`,
  states: {
    pending: "Waiting",
    "in-progress": "Running",
    completed: "Done",
    failed: "Failed",
    cancelled: "Canceled",
  },
};
