import { eq, sql } from "drizzle-orm";
import { boolean, jsonb, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "@/db/client";
import { companies, users } from "@/db/schema";
import { id, stamps } from "@/db/schema/column";
import { backoffice } from "@/db/schema/pg-schema";
import { listInput } from "@/server/kit/list/list.schema";
import { equals } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { manyOf } from "@/server/kit/record/many-service";
import { recordService } from "@/server/kit/record/record-service";
import { setOf } from "@/server/kit/record/set-service";

// A resource of companies that only tests have: notes with lines that belong to them, and links between notes.

export const companyNotes = backoffice.table(
  "test_company_notes",
  {
    id: id(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    title: text().notNull(),
    tags: text().array().notNull().default([]),
    body: jsonb().$type<Record<string, unknown>>(),
    isOpen: boolean().notNull().default(true),
    codeHash: text(),
    authorId: uuid().references(() => users.id),
    ...stamps(),
  },
  (t) => [unique("test_company_notes_title").on(t.companyId, t.title)],
);

export const noteLines = backoffice.table("test_company_note_lines", {
  id: id(),
  noteId: uuid()
    .notNull()
    .references(() => companyNotes.id, { onDelete: "cascade" }),
  otherId: uuid().references(() => companyNotes.id, { onDelete: "cascade" }),
  text: text().notNull(),
});

export const noteLinks = backoffice.table(
  "test_company_note_links",
  {
    noteId: uuid()
      .notNull()
      .references(() => companyNotes.id, { onDelete: "cascade" }),
    relatedId: uuid()
      .notNull()
      .references(() => companyNotes.id, { onDelete: "cascade" }),
    kind: text().notNull().default("plain"),
  },
  (t) => [primaryKey({ columns: [t.noteId, t.relatedId, t.kind] })],
);

/** Makes the tables; for `beforeAll`. */
export const createCompanyNotes = (db: Database) =>
  db.execute(sql`
    create table backoffice.test_company_notes (
      id uuid primary key, company_id uuid not null references backoffice.companies, title text not null,
      tags text[] not null default '{}', body jsonb, is_open boolean not null default true, code_hash text,
      author_id uuid references backoffice.users,
      created_at timestamptz(3) not null, updated_at timestamptz(3) not null, version integer not null default 1,
      constraint test_company_notes_title unique (company_id, title));
    create table backoffice.test_company_note_lines (
      id uuid primary key, note_id uuid not null references backoffice.test_company_notes on delete cascade,
      other_id uuid references backoffice.test_company_notes on delete cascade, text text not null);
    create table backoffice.test_company_note_links (
      note_id uuid not null references backoffice.test_company_notes on delete cascade,
      related_id uuid not null references backoffice.test_company_notes on delete cascade,
      kind text not null default 'plain', primary key (note_id, related_id, kind))`);

const shown = {
  table: companyNotes,
  input: listInput({ sort: ["title"], filters: { title: z.string() }, order: "title:asc" }),
  sort: { title: companyNotes.title },
  filters: { title: equals(companyNotes.title) },
};
const kept = {
  name: "test-company-note",
  label: (row: typeof companyNotes.$inferSelect) => row.title,
  parts: [
    { table: noteLines, parent: noteLines.noteId },
    { table: noteLines, parent: noteLines.otherId },
  ],
};

const record = recordService(listService({ ...shown, company: companyNotes.companyId }), kept);

const link = { table: noteLinks, child: noteLinks.relatedId, children: record, what: "note", path: "noteIds" };

export const noteService = {
  ...record,
  ...manyOf(record),
  setRelated: setOf(record, {
    ...link,
    parent: noteLinks.noteId,
    label: (row) => `related to ${row.title}`,
    action: "set-related",
  }),
  /** The links of one kind alone. */
  setSimilar: setOf(record, {
    ...link,
    parent: (note) => ({ noteId: note.id, kind: "similar" }),
    label: (row) => `similar to ${row.title}`,
    action: "set-similar",
  }),
};

/** Of the caller's company those that are open. */
export const openNoteService = recordService(
  listService({ ...shown, company: companyNotes.companyId, scope: () => eq(companyNotes.isOpen, true) }),
  kept,
);

/** Those that the caller wrote, in any company. */
export const ownNoteService = recordService(
  listService({
    ...shown,
    scope: ({ actor }) => (actor.kind === "user" ? eq(companyNotes.authorId, actor.id) : sql`false`),
  }),
  kept,
);
