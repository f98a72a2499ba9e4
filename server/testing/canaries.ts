import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { ask, askScreen } from "./ask";

export type Answer = Awaited<ReturnType<typeof ask>>;

/** Six digits count where they stand alone, not inside an id or a time. */
const isIn = (text: string, value: string) =>
  /^\d{6}$/.test(value) ? new RegExp(`(?<!\\w)${value}(?!\\w)`).test(text) : text.includes(value);

/** Secrets that are planted by name, and looked for. */
export class Canaries {
  /** what must be nowhere, by what it is */
  readonly secrets: Record<string, string> = {};
  /** every answer there was, by its call */
  readonly answers: { call: string; answer: Answer }[] = [];

  plant(name: string, value: string) {
    this.secrets[name] = value;
    return value;
  }

  password(name: string) {
    return this.plant(name, `Canary-${crypto.randomUUID()}`);
  }

  /** The names of those that stand in a text. */
  in(text: string) {
    return Object.entries(this.secrets).flatMap(([name, value]) => (isIn(text, value) ? [name] : []));
  }

  async kept(call: string, asking: Promise<Answer>) {
    const answer = await asking;
    this.answers.push({ call, answer });
    return answer;
  }

  post(path: string, body: unknown, headers?: Record<string, string>) {
    return this.kept(path, ask("POST", `/v1${path}`, { body, headers }));
  }

  screen(procedure: string, input: unknown, headers?: Record<string, string>) {
    return this.kept(procedure, askScreen(procedure, input, { headers }));
  }

  /** How many columns of the whole database can hold a text, and which of the secrets they do hold. */
  async stored(db: Database) {
    const columns = await db.execute<{ name: string; column: string }>(sql`
      select format('%I.%I', table_schema, table_name) as name, format('%I', column_name) as column
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
        and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED')`);
    const found: string[] = [];
    for (const { name, column } of columns) {
      const rows = await db.execute<{ text: string }>(sql`
        select string_agg(${sql.raw(column)}::text, ' ') as text from ${sql.raw(name)}`);
      found.push(...this.in(rows[0]?.text ?? "").map((secret) => `${secret} in ${name}.${column}`));
    }
    return { found, columns: columns.length };
  }
}
