import { desc, eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { companies, mailLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { makeCompany } from "@/server/companies/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { deliverMail } from "@/server/operations/mail-delivery/mail-delivery.service";
import { drawPicture } from "@/server/platform/file/draw-picture";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { mailCatalogue, mayHaveLook, type TemplateCode } from "@/server/platform/mail/mail-catalogue.rules";
import { type OutgoingMail, smtpSender } from "@/server/platform/mail/mail-sender.service";
import { startSmtpServer } from "@/server/platform/mail/testing";
import { mailLogService } from "@/server/platform/mail-log/mail-log.service";
import { appRouter } from "@/server/root";
import { contrastToWhite } from "./company-mail-look.rules";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const looks = () => appRouter.createCaller(staffCtx(db())).companyMailLooks;
const tokens = {
  firstName: "Ada",
  email: "ada@x.demo",
  company: "Velora",
  link: "https://x.demo/i",
  code: "1",
  pin: "2",
};

async function sent(templateCode: TemplateCode, companyId: string) {
  const more = { inviter: "I", kind: "dealer", person: "P", serial: "S", staff: "S", at: "now", reason: "R" };
  const mail = { templateCode, recipient: "ada@x.demo", module: "identity", languageId: languageId("fr") } as const;
  await enqueueMail(staffCtx(db()), { ...mail, tokens: { ...tokens, ...more }, companyId });
  const [row] = await db().select().from(mailLog).orderBy(desc(mailLog.id)).limit(1);
  if (!row) throw new Error("no mail");
  return row;
}

describe("the look of a company's mails", () => {
  it("is Persdesk's until it is chosen, and is its colour and logo then, attached as a PNG", async () => {
    const { id: companyId, name } = await makeCompany(db());
    expect(await looks().get({ companyId })).toMatchObject({ color: null, logo: null, isVerified: true, version: 0 });
    expect((await sent("COMPANY_INVITATION", companyId)).html).not.toContain("cid:");
    const colored = await looks().setColor({ companyId, color: "#8A1C3C" });
    expect(colored).toMatchObject({ color: "#8a1c3c", version: 1 });
    const { logo } = await looks().setLogo({ companyId, logo: picture, ifMatch: '"1"' });
    expect(logo).toMatch(/^\/api\/pictures\/[\da-f]{40}\.webp$/);
    const row = await sent("COMPANY_INVITATION", companyId);
    expect(row.html).toContain("background:#8a1c3c");
    expect(row.html).toContain('src="cid:logo@persdesk"');
    expect(row.html).toContain(`Envoyé par Persdesk pour ${name}`);
    expect(row.body).toContain(`Envoyé par Persdesk pour ${name}`);
    expect(row.sender).toMatch(/Persdesk/);
    const smtp = await startSmtpServer();
    const sender = smtpSender(smtp.url);
    let outgoing: OutgoingMail | undefined;
    await deliverMail(staffCtx(db()), row.id, (mail) => {
      outgoing = mail;
      return sender.send(mail);
    });
    sender.close();
    await smtp.close();
    expect(await sharp(outgoing?.logo ?? undefined).metadata()).toMatchObject({ format: "png", width: 88, height: 88 });
    const [got] = smtp.mails;
    expect(got?.attachments).toMatchObject([{ contentType: "image/png", cid: "logo@persdesk" }]);
    expect(got?.html).toContain("data:image/png;base64,");
    expect((await mailLogService.sheet(staffCtx(db()), row.id)).html).toContain('src="data:image/png;base64,');
  });

  it("is a logo that no mail program squeezes, however wide or high it is", async () => {
    for (const [width, height, drawn] of [
      [900, 30, 440],
      [60, 30, 176],
      [30, 900, 3],
    ] as const) {
      const logo = await sharp({ create: { width, height, channels: 3, background: "#8a1c3c" } })
        .png()
        .toBuffer();
      const mailed = await sharp(await drawPicture(logo, "png")).metadata();
      expect(mailed).toMatchObject({ format: "png", width: drawn, height: 88 });
    }
  });

  it("refuses a colour that white letters cannot be read on, and what is no picture", async () => {
    const { id: companyId } = await makeCompany(db());
    expect([contrastToWhite("#000000"), contrastToWhite("#ffffff")]).toEqual([21, 1]);
    expect([contrastToWhite("#767676") >= 4.5, contrastToWhite("#777777") >= 4.5]).toEqual([true, false]);
    for (const color of ["#777777", "#ffcc00", "#ffffff", "red", "#12345", "#8a1c3c;x"])
      expect(await failure(looks().setColor({ companyId, color }))).toMatchObject({ status: 400 });
    const logo = Buffer.from("<svg/>").toString("base64");
    expect(await failure(looks().setLogo({ companyId, logo }))).toMatchObject({ status: 400 });
    expect((await looks().get({ companyId })).version).toBe(0);
  });

  it("is for verified companies alone, and lost with that", async () => {
    const { id: companyId } = await makeCompany(db());
    await looks().setColor({ companyId, color: "#8a1c3c" });
    await db().update(companies).set({ isVerified: false }).where(eq(companies.id, companyId));
    expect(await failure(looks().setColor({ companyId, color: "#1c3c8a" }))).toMatchObject({ status: 422 });
    expect(await looks().get({ companyId })).toMatchObject({ isVerified: false });
    expect((await sent("COMPANY_INVITATION", companyId)).html).not.toContain("#8a1c3c");
  });

  it("is in no mail with a code, a PIN or a reset, nor in one about an account", async () => {
    const { id: companyId } = await makeCompany(db());
    await looks().setColor({ companyId, color: "#8a1c3c" });
    const codes = Object.keys(mailCatalogue) as TemplateCode[];
    const dressed: string[] = [];
    for (const code of codes) if ((await sent(code, companyId)).html?.includes("#8a1c3c")) dressed.push(code);
    expect(dressed).toEqual(codes.filter(mayHaveLook));
    for (const code of dressed as TemplateCode[]) {
      const { secrets }: { secrets: readonly string[] } = mailCatalogue[code];
      expect([code, secrets.filter((name) => name !== "link")]).toEqual([code, []]);
    }
    expect(dressed.filter((code) => /PASSWORD|PIN|CODE|EMAIL_CHANGE|SECOND_FACTOR|SWITCH_TO/.test(code))).toEqual([]);
  });
});
