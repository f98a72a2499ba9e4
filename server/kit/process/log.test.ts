import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { safeError } from "./log";

const { db } = useDatabase();

it("logs the cause of a failed query, and none of its values", async () => {
  const canary = "canary-7d1f";
  const user = {
    email: `${canary}@persdesk.demo`,
    firstName: canary,
    lastName: "x",
    type: "Rider" as const,
    passwordHash: canary,
  };
  await db().insert(users).values(user);
  const failure = await db()
    .insert(users)
    .values(user)
    .catch((error: unknown) => error);
  expect(JSON.stringify(safeError(failure))).toMatch(/users_email/);
  expect(JSON.stringify(safeError(failure))).not.toContain(canary);
  const typed = await db()
    .select()
    .from(users)
    .where(eq(users.id, canary))
    .catch((error: unknown) => error);
  expect(safeError(typed)).toMatchObject({ code: "22P02" });
});
