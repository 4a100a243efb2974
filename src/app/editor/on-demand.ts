/**
 * What the editor loads after its text is shown: menus, pickers and dialogs. It is one module, because each further one would split what it
 * shares with the editor into more files.
 */
export { editCode, pickLanguage } from "./blocks/code-dialogs.tsx";
export { editAddress } from "./blocks/embed-dialog.tsx";
export { chooseFile } from "./blocks/file-dialog.tsx";
export { editFormula } from "./blocks/formula-editor.tsx";
export { chooseImages, editAltText, editWidth } from "./blocks/image-dialogs.tsx";
export { makeOfSelection, pickIncluded } from "./blocks/included-dialogs.tsx";
export { insertFromSpec, pickSchemas } from "./blocks/openapi-dialog.tsx";
export { pickReference } from "./blocks/pick-reference.tsx";
export { partMenu } from "./blocks/structures/part-menu.ts";
export { chooseTags } from "./blocks/structures/tags-dialog.tsx";
export * as tableOverlays from "./blocks/table/overlays.tsx";
export { FindPanel } from "./find/find-panel.tsx";
export { NoteEditor } from "./inlines/note-editor.tsx";
export { ReferencePicker } from "./inlines/reference-picker.tsx";
export { VariablePicker } from "./inlines/variable-picker.tsx";
export { trackDrag } from "./menus/block-drag.ts";
export { EditorExtras } from "./menus/extras.tsx";
export { FormatBar } from "./menus/format-bar.tsx";
