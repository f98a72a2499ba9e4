import { z } from "zod";
import { Id, Instant, LongText, Search, Text, without } from "@/server/kit/call/wire";
import { textFault } from "@/server/kit/value/text.rules";
import { findings, warningWords } from "./desk-warning.rules";

const Texts = z.record(z.string(), z.string());
const Resource = Text(60);
/** The texts of a cell by field; the resource itself says which there are and what they may be. */
const Cells = z.record(z.string().regex(/^\w{1,60}$/), z.string().max(250_000).check(without(textFault)));
const WarningName = z.enum(Object.keys(warningWords) as (keyof typeof warningWords)[]); // its own keys

const Field = z.object({
  name: z.string(),
  title: z.string(),
  long: z.boolean(),
  html: z.boolean(),
  optional: z.boolean(),
});

/** The resources that the caller may translate or read, and how far each language is in each of them. */
export const DeskOverview = z.object({
  languages: z.array(z.object({ id: Id, code: z.string(), name: z.string(), isDefault: z.boolean() })),
  resources: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      mayWrite: z.boolean(),
      fields: z.array(Field),
      total: z.int(),
      languages: z.array(z.object({ languageId: Id, translated: z.int(), review: z.int() })),
    }),
  ),
});

const DeskWarning = z.object({
  warning: WarningName,
  field: z.string(),
  message: z.string(),
  /** why somebody put it aside */
  dismissed: z.string().nullable(),
});

/** One text as the desk shows it. `outdatedFrom`: the source's texts when the translation was last right. */
export const DeskRow = z.object({
  resource: z.string(),
  id: Id,
  recordId: Id,
  name: z.string(),
  place: z.string().nullable(),
  source: Texts,
  target: Texts,
  /** what else leaves the translation in need of a review */
  findings: z.array(z.enum(findings)),
  outdatedFrom: Texts.nullable(),
  warnings: z.array(DeskWarning),
  /** the person of the staff to whom it is assigned in this language */
  assigneeId: Id.nullable(),
  /** how many comments there are on it in this language */
  comments: z.int(),
});

const asked = {
  /** one resource, or everything */
  resource: Resource.optional(),
  /** the default language where not said */
  sourceId: Id.optional(),
  languageId: Id,
  /** all, or those that lack a text, need a review, are outdated, or have a warning that nobody put aside */
  show: z.enum(["all", "missing", "review", "outdated", "warned"]).default("all"),
  /** those that are assigned to the caller, or to nobody; all where not said */
  assigned: z.enum(["me", "nobody"]).optional(),
  /** the texts of one module, and of one page of it; of resources that know no modules, none */
  moduleId: Id.optional(),
  modulePage: Text(120).optional(),
  /** a part of a name, or of a text in any language */
  keyword: Search.optional(),
};

/** The modules that texts stand in, with their pages. */
export const DeskModules = z.array(z.object({ id: Id, label: z.string(), pages: z.array(z.string()) }));

/** The same texts as a file that can be brought in again. */
export const ExportDesk = z.object({ ...asked, format: z.enum(["csv", "xlsx", "xliff"]) });

export const ListDesk = z.object({
  ...asked,
  page: z.int().min(1).max(10_000).default(1),
  limit: z.int().min(1).max(100).default(25),
});

export const DeskRows = z.object({ items: z.array(DeskRow), hasMore: z.boolean() });

const cell = { resource: Resource, id: Id, languageId: Id };
export const DeskCell = z.object(cell);

/** `texts`: null takes the translation away. `expected`: what the translator saw there; where that changed, 412. */
export const SetDeskCell = z.object({
  ...cell,
  texts: Cells.nullable(),
  expected: Cells.optional(),
});

export const SetDeskCells = z.object({ cells: z.array(SetDeskCell).min(1).max(500) });
export const DeskSaved = z.object({ saved: z.int() });

export const DismissDeskWarning = z.object({ ...cell, warning: WarningName, reason: Text(300) });
export const RecallDeskWarning = z.object({ ...cell, warning: WarningName });

export const DeskHistory = z.array(
  z.object({
    at: z.string(),
    by: z.string(),
    field: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
);

/** What to replace, in one language or in all of them. */
export const FindDesk = z.object({
  find: z.string().min(1).max(200),
  replace: z.string().max(200),
  matchCase: z.boolean().default(true),
  resource: Resource.optional(),
  languageId: Id.optional(),
});

/** `isCut`: there are more than these. */
export const DeskHits = z.object({
  items: z.array(z.object({ ...cell, recordId: Id, name: z.string(), before: Texts, after: Texts })),
  isCut: z.boolean(),
});

/** Who may be asked to work on texts of these resources. */
export const DeskPeople = z.array(z.object({ id: Id, name: z.string(), resources: z.array(z.string()) }));

/** To whom texts are given; null takes them back. */
export const AssignDesk = z.object({ cells: z.array(DeskCell).min(1).max(100), assigneeId: Id.nullable() });
export const DeskAssigned = z.object({ assigned: z.int() });

export const DeskComment = z.object({
  id: Id,
  content: z.string(),
  createdAt: Instant,
  author: z.string(),
  isOwn: z.boolean(),
});
export const DeskComments = z.array(DeskComment);
export const CommentDesk = z.object({ ...cell, content: LongText(2000) });

/** How many texts that are assigned to the caller are not done, by language. */
export const DeskOwn = z.array(z.object({ languageId: Id, missing: z.int(), review: z.int() }));

/** What is asked for one field of a text, as the desk shows it. */
export const SuggestDesk = z.object({ ...cell, field: Text(60), sourceId: Id.optional() });

/** Translations of the same or a similar source, with how alike it is in per cent; and terms of the glossary in the source. */
export const DeskSuggestions = z.object({
  items: z.array(z.object({ resource: z.string(), id: Id, source: z.string(), text: z.string(), percent: z.int() })),
  terms: z.array(
    z.object({
      term: z.string(),
      note: z.string().nullable(),
      isKept: z.boolean(),
      translation: z.string().nullable(),
    }),
  ),
});
