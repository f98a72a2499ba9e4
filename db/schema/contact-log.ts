import { sql } from "drizzle-orm";
import { boolean, check, index, text } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { backoffice } from "./pg-schema";
import { searchIndex } from "./text-index";

/**
 * What people wrote to us from an app or a site. Of an anonymised one the personal columns are null, and their values are
 * sealed in `personalSealed` under the data key that `dataKeyId` names.
 */
export const platformContactLogs = backoffice.table(
  "platform_contact_logs",
  {
    id: id(),
    email: text(),
    firstName: text(),
    lastName: text(),
    content: text(),
    type: text().notNull(),
    platformTechKey: text().notNull(),
    receivedAt: instant().notNull(),
    isAnonymized: boolean().notNull().default(false),
    anonymizedAt: instant(),
    personalSealed: text(),
    dataKeyId: text(),
    ...stamps(),
  },
  (t) => [
    check(
      "platform_contact_logs_anonymized",
      sql`case when is_anonymized
        then num_nonnulls(email, first_name, last_name, content) = 0 and num_nulls(personal_sealed, data_key_id, anonymized_at) = 0
        else num_nulls(email, content) = 0 and num_nonnulls(personal_sealed, data_key_id, anonymized_at) = 0 end`,
    ),
    index("platform_contact_logs_received").on(t.isAnonymized, t.receivedAt, t.id),
    index("platform_contact_logs_anonymized_at").on(t.anonymizedAt).where(sql`is_anonymized`),
    searchIndex("platform_contact_logs_email_search", t.email),
    searchIndex("platform_contact_logs_content_search", t.content),
  ],
);
