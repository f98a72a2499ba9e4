import { sql } from "drizzle-orm";
import { text } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { backoffice } from "@/db/schema";
import { textTable } from "@/db/schema/text";
import { translationTable } from "@/db/schema/translation";
import { del, get, patch, post } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { TextValue, textSchemas } from "./text.schema";
import { textProcedures } from "./text-procedures";
import { textService } from "./text-service";

// A second resource of texts that only tests have: with tokens, values that are cleaned, no page, and its id in the path.

const notices = textTable("test_notices");
const noticeTranslations = translationTable({
  schema: backoffice,
  name: "test_notice_translations",
  parent: () => notices.id,
  fields: { value: text().notNull() },
});

/** Makes the tables; for `beforeAll`. */
export const createNotices = (db: Database) =>
  db.execute(sql`
    create table backoffice.test_notices (
      id uuid primary key, name text not null, module_id uuid not null references backoffice.modules, description text,
      created_at timestamptz(3) not null, updated_at timestamptz(3) not null, version integer not null default 1,
      constraint test_notices_name unique (module_id, name));
    create table backoffice.test_notice_translations (
      id uuid primary key, parent_id uuid not null references backoffice.test_notices on delete cascade, outdated_from jsonb,
      language_id uuid not null references backoffice.languages, value text not null,
      created_at timestamptz(3) not null, updated_at timestamptz(3) not null, version integer not null default 1,
      constraint test_notice_translations_language unique (parent_id, language_id))`);

const schemas = textSchemas({
  dto: "TestNotice",
  value: TextValue.overwrite((html) => html.replace(/<script>.*?<\/script>/gs, "")),
  tokens: true,
});
const service = textService({
  name: "test-notice",
  one: "notice",
  title: "Notices",
  may: { read: "country.read", write: "country.write" },
  table: notices,
  values: noticeTranslations,
  schemas,
});

const at = "/test/notices";
export const noticeRouter = router({
  notices: router(
    textProcedures({
      schemas,
      service,
      rest: {
        list: get(at),
        create: post(at, { status: 201 }),
        update: patch(`${at}/{id}`),
        remove: del(`${at}/{id}`),
        bulkUpsert: post(`${at}/translation/bulk-upsert/{languageId}`),
        upload: post(`${at}/upload/{languageId}`, { files: ["file"], query: ["dryRun"] }),
      },
    }),
  ),
});
