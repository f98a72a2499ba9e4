import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { mailLinks, mailLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { systemCtx } from "@/server/kit/call/context";
import { enqueueMail } from "./mail.service";
import { shortLinks } from "./mail-link.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const ctx = () => systemCtx("test");
const open = (link: string, init?: RequestInit) => handleApi(new Request(link, init), "203.0.113.7");
const one = async (target: string, lifetime = "7 days") => (await shortLinks(ctx(), [target], lifetime))[0] ?? "";

describe("a short link", () => {
  it("of a mail leads where its button leads, and neither table tells where that is", async () => {
    const link = new URL("/invitation/a-secret-token", env.APP_URL).href;
    const tokens = { firstName: "Ada", email: "ada@x.demo", company: "Velora", link };
    const id = await enqueueMail(ctx(), {
      templateCode: "COMPANY_INVITATION",
      module: "identity",
      recipient: "ada@x.demo",
      tokens,
    });
    const [mail] = await db().select().from(mailLog).where(eq(mailLog.id, id));
    const short = mail?.secrets?.shortLink ?? "";
    expect(short).toMatch(/^http:\/\/localhost\/l\/[\w-]{16}$/);
    const answer = await open(short);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, link]);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const code = short.split("/l/")[1] ?? "";
    const stored = JSON.stringify([await db().select().from(mailLinks), { ...mail, secrets: null }]);
    expect(stored).not.toContain(code);
    expect(stored).not.toContain("a-secret-token");
  });

  it("leads nowhere once its time is over, with another code, or by another method", async () => {
    const expired = await one(new URL("/portal", env.APP_URL).href, "0 seconds");
    for (const link of [expired, new URL("/l/0000000000000000", env.APP_URL).href]) {
      const answer = await open(link, { headers: { "accept-language": "fr" } });
      expect([answer.status, answer.headers.get("location")]).toEqual([404, null]);
      expect(await answer.text()).toContain("Ce lien ne fonctionne plus");
    }
    expect((await open(expired, { method: "POST" })).status).toBe(405);
  });

  it("to an app or another site asks before it leads there", async () => {
    for (const target of ["persdesk://battery?pers=1", "https://evil.example/x", `${env.APP_URL}.evil.example/`]) {
      const answer = await open(await one(target));
      expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
      expect(await answer.text()).toContain(`href="${target.replaceAll("/", "&#x2F;").replaceAll("=", "&#x3D;")}"`);
    }
  });
});
