import { inBatches, type Reader } from "../../storage/database/index.ts";
import type { FileLinks } from "../../storage/files/index.ts";
import type { CustomizationInput, FontDefinition } from "./schema.ts";

/** The fonts of an organization by id. */
type CustomFonts = ReadonlyMap<string, FontDefinition>;

const fields = ["font", "headingFont", "monospaceFont"] as const;

function definitionsIn({ styling }: CustomizationInput): FontDefinition[] {
  return fields.flatMap((field) => {
    const font = styling?.[field];
    return typeof font === "object" ? [font] : [];
  });
}

/** The ids of the custom fonts in the layers of a customization. */
export function customFontIds(...layers: readonly CustomizationInput[]): string[] {
  const definitions = layers.flatMap(definitionsIn).filter(({ custom }) => custom);
  return [...new Set(definitions.map(({ id }) => id))];
}

/** Reads those of the fonts that the organization has, with their current files. */
export async function readCustomFonts(
  db: Reader,
  fileLinks: FileLinks,
  organizationId: string,
  ids: readonly string[],
): Promise<CustomFonts> {
  const faces = await inBatches([...ids], (batch) =>
    db
      .selectFrom("custom_fonts")
      .innerJoin("custom_font_faces", "custom_font_faces.font_id", "custom_fonts.id")
      .innerJoin("font_files", "font_files.id", "custom_font_faces.file_id")
      .where("custom_fonts.organization_id", "=", organizationId)
      .where("custom_fonts.id", "in", batch)
      .select(["custom_fonts.id", "custom_fonts.family", "custom_font_faces.weight", "font_files.format"])
      .select("font_files.id as file_id")
      .orderBy("custom_font_faces.weight")
      .execute(),
  );
  return new Map(
    Array.from(
      Map.groupBy(faces, ({ id }) => id),
      ([id, ofFont]) => [
        id,
        {
          id,
          custom: true,
          fontFamily: ofFont[0]?.family ?? "",
          fontFaces: ofFont.map(({ weight, file_id, format }) => ({
            weight,
            sources: [
              {
                url: fileLinks.urlOfFont(file_id, format),
                ...(format !== "ttf" && format !== "otf" && { format }),
              },
            ],
          })),
        },
      ],
    ),
  );
}

/** Replaces custom fonts by their current definitions. A font that was deleted is no longer chosen. */
export function withCustomFonts(
  layer: CustomizationInput,
  fonts: CustomFonts,
  fileLinks: FileLinks,
): CustomizationInput {
  const isUploaded = ({ fontFaces }: FontDefinition) =>
    fontFaces.some(({ sources }) => sources.some(({ url }) => fileLinks.pathOfFont(url) !== undefined));
  if (definitionsIn(layer).every((font) => !fonts.has(font.id) && !isUploaded(font))) return layer;
  const styling = { ...layer.styling };
  for (const field of fields) {
    const font = styling[field];
    if (typeof font !== "object") continue;
    const current = fonts.get(font.id);
    if (current !== undefined) styling[field] = current;
    else if (isUploaded(font)) delete styling[field];
  }
  return { ...layer, styling };
}
