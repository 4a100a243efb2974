export { changesOfHarvest, type Home } from "./changes-of-harvest.ts";
export { contentTypeOf, headLength } from "./file-kinds.ts";
export { fitFileName, fitPages, fitReusableContents } from "./fit-pages.ts";
export { harvestSource } from "./harvest-source.ts";
export { slugIn } from "./slug-in.ts";
export { type Harvest, type Harvesting, ImportError, type ImportOrder } from "./source.ts";
