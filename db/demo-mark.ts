import type { Database } from "./client";
import { demoMarks } from "./schema";

/** Whether the demo was written into this database. */
export async function isDemo(db: Database): Promise<boolean> {
  const [mark] = await db.select({ id: demoMarks.id }).from(demoMarks).limit(1);
  return mark !== undefined;
}
