import { z } from "zod";
import { Id, LongText, Search, Stamps, Text, Upload, without } from "@/server/kit/call/wire";
import { ImportReport, WrittenBy } from "@/server/kit/import/import.schema";
import { translated, translations } from "@/server/kit/language/translation.schema";
import { type ListInput, listInput, pageOf } from "@/server/kit/list/list.schema";
import { plainBreaks, textFault } from "@/server/kit/value/text.rules";
import { said } from "@/server/kit/value/words.rules";
import { t } from "@/texts/t";

/** Longest name, description and value of a text, in characters. */
export const textCaps = { name: 200, description: 1000, value: 5000 };

/** A text's key: what apps ask for it by. */
export const TextName = Text(textCaps.name).regex(
  /^[\p{L}\p{N}][\p{L}\p{N}._:/-]*$/u,
  "Use letters, digits and . _ - : / without blanks, such as button.save.",
);

/** The text in one language, with its outer white space. */
export const TextValue = z
  .string()
  .max(textCaps.value)
  .refine((text) => text.trim() !== "", "This field is required.")
  .overwrite(plainBreaks)
  .check(without(textFault));

/** A column that texts of one kind have and others do not; its cell may be empty. */
interface OwnField {
  schema: z.ZodType<string, string>;
  /** what to write there, for the template of an import */
  help: string;
}
type Own = Record<string, OwnField>;

interface Options<O extends Own, T extends boolean> {
  /** how the documents' names of its types begin, such as "LabelInterface" in "LabelInterfaceResponseDTO" */
  dto: string;
  /** one value as it is stored; for formatted texts one that sanitises */
  value?: z.ZodType<string, string>;
  own?: O;
  /** values are HTML */
  html?: true;
  /** values may hold {tokens}, and every translation should use those of the default language */
  tokens?: T;
  /** the documents list `offset` */
  offset?: boolean;
}

type OwnOutput<O extends Own> = { [K in keyof O]: z.ZodNullable<z.ZodString> };
type OwnInput<O extends Own> = { [K in keyof O]: z.ZodOptional<z.ZodNullable<O[K]["schema"]>> };
type OwnFilters<O extends Own> = { [K in keyof O]: typeof Search };

const otherTokens = {
  otherTokensLanguageIds: z
    .array(z.uuid())
    .meta({ description: "the languages whose value uses other {tokens} than that of the default language" }),
};
type OtherTokens<T> = T extends true ? typeof otherTokens : Record<never, never>;

const mapped = <T>(own: Own, to: (field: OwnField) => z.ZodType) =>
  Object.fromEntries(Object.entries(own).map(([key, field]) => [key, to(field)])) as T; // the mapping that T declares

const TextModule = z.object({
  id: Id,
  code: z.string(),
  label: z.string().register(said, { text: (label: string) => t(label) }),
});

/** `deleted`: how many there were. */
export const Deleted = z.object({ deleted: z.int() }).meta({ id: "DeletedDTO" });
export const Restored = z.object({ restored: z.int() });

export const BulkUpsertResult = z
  .object({ total: z.int(), updated: z.int(), unchanged: z.int() })
  .meta({ id: "BulkUpsertResultDTO" });

export const Completeness = z.array(
  z.object({
    languageId: Id,
    code: z.string(),
    name: z.string(),
    isDefault: z.boolean(),
    translated: z.int(),
    total: z.int(),
  }),
);

const most = 1000;
export const TextIds = z.object({ ids: z.array(Id).min(1).max(most) });

/** `createIn`: the module in which names that no text has are created; without it they are errors. */
export const ImportOptions = z.object({ languageId: Id, createIn: Id.optional(), ...WrittenBy });

export const UploadTexts = z.object({ languageId: Id, dryRun: z.boolean().default(false), file: Upload });

/**
 * The schemas of a resource of texts (decisions 5): `{name, moduleId, description?, translations[{languageId, value}]}`
 * and the columns of its own.
 */
export function textSchemas<const O extends Own = Record<never, never>, const T extends boolean = false>(
  options: Options<O, T>,
) {
  const { dto, value = TextValue, own = {} as O, html, tokens, offset } = options; // no own columns where none are said
  const item = z
    .object({
      id: Id,
      name: z.string(),
      moduleId: Id,
      module: TextModule,
      ...mapped<OwnOutput<O>>(own, () => z.string().nullable()),
      description: z.string().nullable(),
      ...translated(`${dto}TranslationDTO`, { value: z.string() }),
      ...((tokens ? otherTokens : {}) as OtherTokens<T>), // by the condition of its type
      value: z.string().nullish().meta({ description: "the value in `languageId`, where the request names one" }),
      ...Stamps,
    })
    .meta({ id: `${dto}ResponseDTO` });
  const fields = z.object({
    name: TextName,
    moduleId: Id,
    ...mapped<OwnInput<O>>(own, ({ schema }) => schema.nullish()),
    description: LongText(textCaps.description).nullish(),
  });
  const update = z
    .object({ id: Id, ...fields.partial().shape, translations: translations({ value: value.nullable() }) })
    .meta({ id: `Update${dto}DTO` });
  return {
    dto,
    own: own as Own,
    tokens: tokens === true,
    html: html === true,
    value,
    item,
    /** what a form edits; translations are edited on their own */
    fields,
    create: z.object({ ...fields.shape, translations: translations({ value }) }).meta({ id: `Create${dto}DTO` }),
    /** `translations` sets the languages it names and leaves the others; a value of `null` takes that translation away */
    update,
    bulkUpdate: z
      .object({
        items: z
          .array(update)
          .min(1)
          .max(most)
          .refine(
            (items) => new Set(items.map((item) => String(Object(item).id))).size === items.length,
            "Give each one once.",
          ),
      })
      .meta({ id: `BulkUpdate${dto}DTO` }),
    /** each item names its text by id or by name; where several modules have that name, `moduleId` says which */
    bulkUpsert: z
      .object({
        items: z
          .array(
            z
              .object({
                id: Id.optional(),
                name: Text(textCaps.name).optional(),
                moduleId: Id.optional(),
                value,
              })
              .refine((item) => item.id !== undefined || item.name !== undefined, {
                message: "Give the id or the name.",
                path: ["id"],
              }),
          )
          .min(1)
          .max(10_000),
      })
      .meta({ id: `BulkUpsert${dto}TranslationDTO` }),
    /** one cell of the grid: `expected` is what the translator saw there; where that has changed, the answer is 412 */
    setValue: z.object({
      id: Id,
      languageId: Id,
      value: value.nullable(),
      expected: z.string().nullable().optional(),
    }),
    touched: pageOf(item).meta({ id: `Touched${dto}sDTO` }),
    /** the texts that the file touched, at most 1,000 of them, and what became of each row */
    uploaded: pageOf(item)
      .extend({ report: ImportReport })
      .meta({ id: `Upload${dto}ResponseDTO` }),
    /** the modules with how many of their texts there are, and what the columns of its own hold */
    places: z.array(
      TextModule.extend({
        texts: z.int(),
        ...mapped<{ [K in keyof O]: z.ZodArray<z.ZodString> }>(own, () => z.array(z.string())),
      }),
    ),
    list: listInput({
      sort: ["name", "moduleName", ...(Object.keys(own) as (keyof O & string)[]), "createdAt", "updatedAt"],
      filters: {
        moduleId: Id,
        moduleName: Search,
        name: Search,
        keyword: Search,
        searchIn: z.enum(["translated", "not_translated", "both"]),
        languageId: Id,
        ...mapped<OwnFilters<O>>(own, () => Search),
      },
      offset,
    }),
  };
}

/** A text as services answer it; columns of its own stand beside these. */
export interface TextRow {
  id: string;
  name: string;
  moduleId: string;
  module: { id: string; code: string; label: string };
  description: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
  translations: { id: string; languageId: string; value: string }[];
  missingLanguageIds: string[];
  /** only where texts have tokens */
  otherTokensLanguageIds?: string[];
}

/** The columns of a text as a body gives them; those of its own beside them. */
interface GivenFields {
  name: string;
  moduleId: string;
  description?: string | null;
}
export interface GivenValue {
  languageId: string;
  value: string | null;
  /** what the writer saw there; another value is 412 */
  expected?: string | null;
}
export type NewText = GivenFields & { translations?: GivenValue[] };
export type TextEdit = Partial<GivenFields> & { id: string; ifMatch?: string; translations?: GivenValue[] };

/** A value for a text that is there, by its id or its name. */
export interface NamedValue {
  id?: string;
  name?: string;
  moduleId?: string;
  value: string;
}

/** What `textSchemas` makes, whatever its own columns are. */
export interface TextSchemas {
  dto: string;
  own: Own;
  tokens: boolean;
  html: boolean;
  value: z.ZodType<string, string>;
  item: z.ZodType<TextRow, TextRow>;
  fields: z.ZodObject;
  create: z.ZodObject & z.ZodType<NewText>;
  update: z.ZodObject;
  bulkUpdate: z.ZodObject;
  bulkUpsert: z.ZodObject;
  setValue: z.ZodObject;
  touched: z.ZodObject;
  uploaded: z.ZodObject;
  places: z.ZodType;
  list: ListInput;
}
