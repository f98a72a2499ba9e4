import type { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import type { FileAnswer } from "@/server/kit/import/import.schema";
import { fileOf } from "@/server/kit/import/import-files";
import { fileFields, sourceColumn } from "@/server/kit/import/sheet/desk-file.rules";
import { sheetCaps, xliffCaps } from "@/server/kit/import/sheet/sheet";
import { formatted } from "@/server/kit/value/count.rules";
import { storable } from "@/server/kit/value/text.rules";
import { t } from "@/texts/t";
import type { ExportDesk } from "./desk.schema";
import { defaultLanguageId, deskLanguages, findTexts, rowsOf } from "./desk-list";
import { deskSourceNamed } from "./desk-source";
import { askedBy, chosen } from "./desk-text";
import { isShownBy } from "./desk-warning.rules";
import { xliffFile, xliffGroup } from "./desk-xliff";

type Asked = z.output<typeof ExportDesk>;
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const atOnce = 500;

const tooMany = (most: number) =>
  new AppError(
    "rule_broken",
    t("These are more than {most} texts, which no import would take. Choose fewer of them.", { most: formatted(most) }),
  );

/** The texts that are asked for, some at a time, as they were at one moment. */
function eachRow(ctx: KnownCtx, asked: Asked, most: number, visit: (rows: Row[]) => Promise<void>) {
  const sources = chosen(ctx, asked.resource);
  return ctx.db.transaction(
    async (tx) => {
      const reader = { ...ctx, db: tx, inTransaction: true };
      const sourceId = asked.sourceId ?? (await defaultLanguageId(reader));
      const found = await findTexts(reader, sources, askedBy(ctx, asked), { skip: 0, take: most + 1 });
      if (found.length > most) throw tooMany(most);
      for (let at = 0; at < found.length; at += atOnce) {
        const rows = await rowsOf(reader, found.slice(at, at + atOnce), asked.languageId, sourceId);
        await visit(rows.filter((row) => isShownBy(asked.show, row)));
      }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

const named = (languageCode: string) => `translations-${languageCode.replace(/\W/g, "-")}`;

async function xliff(ctx: KnownCtx, asked: Asked, codes: { source: string; target: string }): Promise<FileAnswer> {
  const groups: string[] = [];
  let size = 0;
  let units = 0;
  await eachRow(ctx, asked, xliffCaps.units, async (rows) => {
    for (const row of rows) {
      const { fields } = deskSourceNamed(row.resource);
      const group = xliffGroup({
        kind: row.resource,
        id: row.id,
        name: row.name,
        place: row.place,
        isOutdated: row.outdatedFrom !== null,
        fields: Object.entries(fields).map(([name, { html = false }]) => ({
          name,
          html,
          source: row.source[name] ?? "",
          target: row.target[name] ?? "",
        })),
      });
      groups.push(group);
      size += Buffer.byteLength(group);
      units += Object.keys(fields).length;
      if (size > xliffCaps.fileBytes || units > xliffCaps.units) throw tooMany(groups.length - 1);
    }
  });
  const file = Buffer.from(xliffFile(codes, groups.join("")));
  return { fileName: `${named(codes.target)}.xlf`, mimeType: "application/xliff+xml", file: file.toString("base64") };
}

/**
 * The texts that the desk shows as a file that it takes in again: CSV, XLSX or XLIFF 2.0 (ADR 53).
 * @throws AppError 404 for an unknown resource or language, 422 where an import would not take that many
 */
export async function exportDesk(ctx: KnownCtx, asked: Asked): Promise<FileAnswer> {
  const languages = await deskLanguages(ctx);
  const target = languages.find(({ id }) => id === asked.languageId)?.code;
  const source = languages.find(({ id, isDefault }) => (asked.sourceId ? id === asked.sourceId : isDefault))?.code;
  if (!target || !source) throw new AppError("not_found");
  const { format } = asked;
  if (format === "xliff") return xliff(ctx, asked, { source, target });
  const kinds = chosen(ctx, asked.resource);
  const fields = fileFields.filter((field) => kinds.some((kind) => field in kind.fields));
  const titles = ["kind", "id", "language", "source language", "name", ...fields.map(sourceColumn), ...fields];
  return fileOf(named(target), format, titles, (write) =>
    eachRow(ctx, asked, sheetCaps.rows, (rows) =>
      write(
        rows.map((row) => [
          row.resource,
          row.id,
          target,
          source,
          storable(row.name),
          ...fields.map((field) => row.source[field] ?? ""),
          ...fields.map((field) => row.target[field] ?? ""),
        ]),
      ),
    ),
  );
}
