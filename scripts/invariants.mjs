// @ts-check
import { connect } from "../db/connect.mjs";
import { content } from "./invariants/content.mjs";
import { devices } from "./invariants/devices.mjs";
import { notifications } from "./invariants/notifications.mjs";
import { partners } from "./invariants/partners.mjs";
import { people } from "./invariants/people.mjs";
import { periods } from "./invariants/periods.mjs";
import { records } from "./invariants/records.mjs";
import { trail } from "./invariants/trail.mjs";

/** @typedef {import("postgres").Sql | import("postgres").TransactionSql} Sql */

/**
 * What holds in every database of the product, at every moment.
 * @typedef {object} Invariant
 * @property {string} name what holds, for people
 * @property {string | ((sql: Sql) => Promise<string>)} rows a query for the rows that break it, or what makes that query of
 * the tables that there are
 * @property {(string | Row)[]} plant what breaks it in the demo's data, for the test that sees it found
 */

/**
 * A row to be planted: expressions of SQL by column; what must be there and is not named gets any value.
 * @typedef {{ into: string, values: Record<string, string> }} Row
 */

/** All of them. @type {Invariant[]} */
export const invariants = [
  ...periods,
  ...partners,
  ...people,
  ...content,
  ...devices,
  ...notifications,
  ...records,
  ...trail,
];

/** The names of tables in queries are found in this order. */
export const searchPath = "backoffice, platform, notification, public";

/**
 * The rows that break an invariant, ten at most.
 * @param {Sql} sql a connection whose search path is `searchPath`
 * @param {Invariant} invariant
 * @returns {Promise<Record<string, unknown>[]>}
 */
export async function offenders(sql, { rows }) {
  const query = typeof rows === "string" ? rows : await rows(sql);
  return sql.unsafe(`select * from (${query}) offending limit 10`);
}

/**
 * Looks for rows that break an invariant; changes nothing.
 * @param {string} url the database
 * @returns {Promise<{ name: string, rows: Record<string, unknown>[] }[]>} the broken ones, with some of their rows
 */
export async function brokenInvariants(url) {
  const sql = connect(url, { max: 1, onnotice: () => {}, connection: { search_path: searchPath } });
  try {
    return await sql.begin("isolation level repeatable read read only", async (tx) => {
      const broken = [];
      for (const invariant of invariants) {
        const rows = await offenders(tx, invariant).catch((cause) => {
          throw new Error(`cannot look whether ${invariant.name}`, { cause });
        });
        if (rows.length > 0) broken.push({ name: invariant.name, rows: [...rows] });
      }
      return broken;
    });
  } finally {
    await sql.end();
  }
}
