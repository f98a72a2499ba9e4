import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, notificationUnsubscribes, userOptins } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { makeRider } from "../testing";
import { unsubscribeLink, unsubscribeOf } from "./unsubscribe-token.service";

const { db } = useDatabase();
beforeEach(async () => {
  await seedBase(db());
  await db().delete(notificationUnsubscribes);
});

let n = 0;
async function ask(method: string, link: string) {
  const path = link.replace(env.APP_URL.replace(/\/$/, ""), "http://localhost");
  const response = await handleApi(new Request(path, { method }), `10.8.0.${++n}`);
  return { status: response.status, text: await response.text(), type: response.headers.get("content-type") };
}

const optins = (userId: string) => db().select().from(userOptins).where(eq(userOptins.userId, userId));

describe("the link that unsubscribes", () => {
  it("asks on GET and changes nothing, for mail scanners follow links; POST does it, once and again", async () => {
    const { id, email } = await makeRider(db());
    const link = unsubscribeLink(email, "RIDER_APP");
    expect(await ask("GET", link)).toMatchObject({ status: 200, type: "text/html; charset=utf-8" });
    expect(await optins(id)).toEqual([]);
    expect((await ask("POST", link)).status).toBe(200);
    expect((await ask("POST", link)).status).toBe(200);
    expect(await optins(id)).toMatchObject([
      { platformTechKey: "RIDER_APP", emailNotifications: false, pushNotifications: true },
    ]);
    const rows = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(rows).toMatchObject([{ action: "unsubscribe", actorLabel: "unsubscribe link" }]);
  });

  it("keeps who has no account in a list of its own", async () => {
    await ask("POST", unsubscribeLink("stranger@notify.test", "RIDER_APP"));
    expect(await db().select().from(notificationUnsubscribes)).toMatchObject([
      { email: "stranger@notify.test", keyPlatformTech: "RIDER_APP" },
    ]);
  });

  it("cannot be forged, and every link is answered alike", async () => {
    const { id, email } = await makeRider(db());
    const good = unsubscribeLink(email, "RIDER_APP");
    const forged = [`${good.slice(0, -2)}AA`, good.replace(/[^/]+$/, "x"), good.replace(/[^/]+$/, "")];
    const answers = [await ask("GET", good)];
    for (const link of forged) answers.push(await ask("GET", link));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const done: string[] = [];
    for (const link of forged) done.push((await ask("POST", link)).text);
    expect(await optins(id)).toEqual([]);
    done.push((await ask("POST", good)).text);
    expect(new Set(done).size).toBe(1);
    expect(good).not.toContain(email);
    expect(unsubscribeOf("AAAA")).toBeUndefined();
    expect((await ask("DELETE", good)).status).toBe(405);
  });
});
