import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { companies } from "@/db/schema";
import { useDemo } from "@/db/testing/demo";
import { sample } from "@/db/testing/sample";
import { scaled } from "@/db/testing/scale";
import { brokenInvariants } from "@/scripts/invariants.mjs";
import { everyRow, merged, staffOf } from "./testing";

const { db, url } = useDemo(scaled(60, 2_000), "2026-11-01T12:00:00Z");

it("any two companies of the demo: merged, they keep every rule of the product, and undone, they are what they were", async () => {
  const active = await db()
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.status, "active"), eq(companies.isVerified, true)))
    .orderBy(companies.id);
  const pairs = active.flatMap((from) =>
    active.filter((into) => into !== from).map((into) => [from.id, into.id] as const),
  );
  expect(pairs.length).toBeGreaterThan(10);
  const before = await everyRow(db());
  for (const [from = "", into = ""] of sample(pairs, 2, "pairs of companies that are merged")) {
    const { id } = await merged(db, { from, into });
    expect(await brokenInvariants(url)).toEqual([]);
    expect((await staffOf(db).undo({ id })).left).toEqual([]);
    expect(await brokenInvariants(url)).toEqual([]);
    expect(await everyRow(db())).toEqual(before);
  }
}, 600_000);
