import { z } from "zod";
import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { Text } from "@/server/kit/call/wire";
import { WrittenBy } from "@/server/kit/import/import.schema";
import { type Column, importer } from "@/server/kit/import/importer";
import { fileFields, sourceColumn } from "@/server/kit/import/sheet/desk-file.rules";
import { writtenBy } from "@/server/kit/import/written-by";
import { type DeskFileRow, type DeskImport, knownTexts, planText } from "./desk-import-plan";
import { undoImported, writeImported } from "./desk-import-write";
import { sourcesFor } from "./desk-source";

const longest = 250_000;
const Cell = z.string().max(longest);

const sources = fileFields.map((field): [string, Column] => [
  sourceColumn(field),
  {
    title: sourceColumn(field),
    schema: Cell,
    help: "What was translated. Where it has changed by now, the row is an error.",
  },
]);
const fields = fileFields.map((field): [string, Column] => [
  field,
  { title: field, schema: Cell, help: "The translation. An empty one leaves what is there." },
]);

/**
 * Takes in translations of any resources and languages, from a file that the desk exported (ADR 53). Each row needs the
 * right of its own resource, now and when it is taken back.
 */
export const deskImporter = importer({
  name: "desk",
  options: z.object(WrittenBy),
  takesXliff: true,
  isPrivate: true,
  key: "name",
  columns: {
    kind: { title: "kind", schema: Text(60), required: true, help: "The resource, such as label." },
    id: { title: "id", schema: Text(60), required: true, help: "Which text of it." },
    language: { title: "language", schema: Text(40), required: true, help: "The code of the translation's language." },
    sourceLanguage: {
      title: "source language",
      schema: Text(40),
      help: "The code of the language that was translated.",
    },
    name: { title: "name", schema: z.string(), help: "What people call the text." },
    ...Object.fromEntries(sources),
    ...Object.fromEntries(fields),
  },
  async check({ actor }: KnownCtx) {
    if (!sourcesFor(actor).some(({ may }) => mayDo(actor, may.write)))
      throw new AppError("forbidden", "You may change no texts.");
  },
  // Each column's schema reads a text and makes a text.
  known: (ctx, rows) => knownTexts(ctx, rows as DeskFileRow[]),
  plan: (row, known) => planText(row as DeskFileRow, known),
  write: (ctx, writes: DeskImport[], options) => writeImported(writtenBy(ctx, options), writes),
  undo: undoImported,
});
