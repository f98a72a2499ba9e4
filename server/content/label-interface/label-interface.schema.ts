import { z } from "zod";
import { translated, translations } from "@/server/content/translation.schema";
import { listInput, pageOf } from "@/server/kit/list.schema";
import { plainBreaks, textFault } from "@/server/kit/text.rules";
import { Id, LongText, Search, Stamps, Text, without } from "@/server/kit/wire";

/** Longest name, page, description and value of a label, in characters. */
export const labelCaps = { name: 200, labelInterfacePage: 120, description: 1000, value: 5000 };

/** A label's key: what apps ask for it by. */
export const LabelName = Text(labelCaps.name).regex(
  /^[\p{L}\p{N}][\p{L}\p{N}._:/-]*$/u,
  "Use letters, digits and . _ - : / without blanks, such as button.save.",
);

export const LabelValue = z
  .string()
  .max(labelCaps.value, `At most ${labelCaps.value} characters.`)
  .refine((text) => text.trim() !== "", "Fill this in.")
  .overwrite(plainBreaks)
  .check(without(textFault));

const LabelModule = z.object({ id: Id, code: z.string(), label: z.string() });

export const Label = z
  .object({
    id: Id,
    name: z.string(),
    moduleId: Id,
    module: LabelModule,
    labelInterfacePage: z.string().nullable(),
    description: z.string().nullable(),
    ...translated("LabelInterfaceTranslationDTO", { value: z.string() }),
    value: z.string().nullish().meta({ description: "the value in `languageId`, where the request names one" }),
    ...Stamps,
  })
  .meta({ id: "LabelInterfaceResponseDTO" });

const fields = {
  name: LabelName,
  moduleId: Id,
  labelInterfacePage: Text(labelCaps.labelInterfacePage).nullish(),
  description: LongText(labelCaps.description).nullish(),
};

/** What a form edits; translations are edited on their own. */
export const LabelFields = z.object(fields);

export const CreateLabel = z
  .object({ ...fields, translations: translations({ value: LabelValue }) })
  .meta({ id: "CreateLabelInterfaceDTO" });

/** `translations` sets the languages it names and leaves the others; a value of `null` takes that translation away. */
export const UpdateLabel = z
  .object({ id: Id, ...LabelFields.partial().shape, translations: translations({ value: LabelValue.nullable() }) })
  .meta({ id: "UpdateLabelInterfaceDTO" });

const most = 1000;

export const BulkUpdateLabels = z
  .object({
    items: z
      .array(UpdateLabel)
      .min(1)
      .max(most)
      .refine((items) => new Set(items.map((item) => item.id)).size === items.length, "Give each label once."),
  })
  .meta({ id: "BulkUpdateLabelInterfaceDTO" });

/** Each item names its label by id or by name; where several modules have that name, `moduleId` says which. */
export const BulkUpsertLabelTexts = z
  .object({
    items: z
      .array(
        z
          .object({
            id: Id.optional(),
            name: Text(labelCaps.name).optional(),
            moduleId: Id.optional(),
            value: LabelValue,
          })
          .refine((item) => item.id !== undefined || item.name !== undefined, {
            message: "Give the label's id or its name.",
            path: ["id"],
          }),
      )
      .min(1)
      .max(10_000),
  })
  .meta({ id: "BulkUpsertLabelInterfaceTranslationDTO" });

export const BulkUpsertResult = z
  .object({ total: z.int(), updated: z.int(), unchanged: z.int() })
  .meta({ id: "BulkUpsertResultDTO" });

/** One cell of the grid: `expected` is what the translator saw there; where that has changed, the answer is 412. */
export const SetLabelValue = z.object({
  id: Id,
  languageId: Id,
  value: LabelValue.nullable(),
  expected: z.string().nullable().optional(),
});

export const LabelIds = z.object({ ids: z.array(Id).min(1).max(most) });
export const Deleted = z.object({ deleted: z.int() }).meta({ id: "DeletedDTO" });
export const Restored = z.object({ restored: z.int() });

export const ListLabels = listInput({
  sort: ["name", "moduleName", "labelInterfacePage", "createdAt", "updatedAt"],
  filters: {
    moduleId: Id,
    moduleName: Search,
    name: Search,
    keyword: Search,
    searchIn: z.enum(["translated", "not_translated", "both"]),
    languageId: Id,
    labelInterfacePage: Search,
  },
  offset: true,
});

export const TouchedLabels = pageOf(Label).meta({ id: "TouchedLabelInterfacesDTO" });

export const LabelCompleteness = z.array(
  z.object({
    languageId: Id,
    code: z.string(),
    name: z.string(),
    isDefault: z.boolean(),
    translated: z.int(),
    total: z.int(),
  }),
);

/** The modules with their labels' pages: what the grid can be filtered by. */
export const LabelPlaces = z.array(LabelModule.extend({ labels: z.int(), pages: z.array(z.string()) }));
