import { sql } from "drizzle-orm";
import { alerts, alertTranslations, levelAlerts, persAlerts } from "@/db/schema";
import { inReadersLanguage, orOwn } from "@/server/kit/language/readers-texts";
import { contains } from "@/server/kit/list/list-filters";

import { urgentAfter } from "./alert-urgency.rules";

// What alerts are called in the reader's language, for queries that join their texts to the left.

export const alertWords = inReadersLanguage(alertTranslations, alerts.id);
export const alertName = orOwn(alertTranslations.title, alerts.alertLabel);

/** An alert's name for a statement that names its tables and joins nothing. */
export const nameOfAlert = sql<string>`coalesce((select ${alertTranslations.title} from ${alertTranslations} where ${alertWords}), ${alerts.alertLabel})`;

/** Alerts whose title in any language holds these words. */
export const titled = (words: string) =>
  sql`${alerts.id} in (select ${alertTranslations.parentId} from ${alertTranslations} where ${contains(alertTranslations.title)(words)})`;

/** Whether an open alert needs somebody, as `alertTone` tells it; in a statement that joins its level. */
export const isUrgent = sql`(${sql.join(
  [...urgentAfter].map(
    ([rank, hours]) =>
      sql`(${levelAlerts.rank} = ${rank}::int and ${persAlerts.startedAt} <= now() - make_interval(hours => ${hours}::int))`,
  ),
  sql` or `,
)})`;
