import { describe, expect, test } from "vitest";
import { mailLog, retentions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { staffCtx } from "@/server/kit/testing";
import { removeOldLogs, retentionService } from "./retention.service";

const { db } = useDatabase();

describe("retention", () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  test("removes what is older than is set, after a preview of just that, and nothing else", async () => {
    await db().delete(mailLog);
    await db().delete(retentions);
    const mail = {
      templateCode: "T",
      subject: "s",
      recipient: "r@r.demo",
      sender: "s@s.demo",
      module: "identity",
      body: "b",
    };
    await db()
      .insert(mailLog)
      .values([
        { ...mail, status: "done", createdAt: ago(31) },
        { ...mail, status: "pending", createdAt: ago(31) },
        { ...mail, status: "fail", createdAt: ago(29) },
      ]);
    const ctx = staffCtx(db());
    expect(await removeOldLogs(ctx)).toBe(0); // nothing is set: everything is kept
    expect(await retentionService.preview(ctx, "mail-log", 30)).toMatchObject({ removes: 1 });
    expect(await db().$count(mailLog)).toBe(3);
    const set = await retentionService.set(ctx, "mail-log", 30);
    expect(set.find(({ kind }) => kind === "mail-log")).toMatchObject({ days: 30, total: 3, removes: 1 });
    expect(await removeOldLogs(ctx)).toBe(1);
    expect(await db().$count(mailLog)).toBe(2);
    await db().insert(retentions).values({ kind: "of-a-later-version", days: 1 }); // an older process knows nothing of it
    expect(await removeOldLogs(ctx)).toBe(0);
    await retentionService.set(ctx, "mail-log", null);
    expect(await removeOldLogs(ctx)).toBe(0);
  });
});
