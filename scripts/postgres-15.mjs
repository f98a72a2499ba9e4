// @ts-check
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where packages put the programs of PostgreSQL 15, the oldest that is supported. */
const usual = ["/usr/lib/postgresql/15/bin", "/usr/pgsql-15/bin", "/opt/homebrew/opt/postgresql@15/bin"];

/** The folder of an installed PostgreSQL 15: POSTGRES_15_BIN, else a usual place; undefined where there is none. */
export const findPostgres15 = () =>
  [process.env.POSTGRES_15_BIN, ...usual].find((folder) => folder && existsSync(join(folder, "initdb")));
