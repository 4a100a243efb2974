/** What floats over tables. It is loaded when the first of it is opened. */
export { openCellMenu, openColumnMenu, openRowMenu, openTableMenu } from "./menus.tsx";
export { editValue } from "./value-editors.tsx";
