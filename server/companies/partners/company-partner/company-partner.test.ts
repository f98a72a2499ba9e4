import { and, eq, ne } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companies, companyLinks, mailLog, userCompanies, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeMembership, staffIn } from "@/server/companies/testing";
import { anonymous, makeUser } from "@/server/identity/testing";
import { systemCtx } from "@/server/kit/call/context";
import { importsEnded } from "@/server/kit/import/run-import";
import { failure } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { tellPartners } from "./partner-notice.service";
import { makeFitted, makePartners, makeWorkspace, type Workspace } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const fault = async (work: Promise<unknown>) => {
  const { status, errors } = await failure(work);
  return [status, errors?.[0]?.path];
};
const tokenIn = (mail: { secrets: Record<string, string> | null } | undefined) =>
  mail?.secrets?.link?.split("/partner-invitation/")[1] ?? "";
const mailsTo = (email: string) => db().select().from(mailLog).where(eq(mailLog.recipient, email));

const inAnHour = { status: 429, headers: { "retry-after": "3600" } };

describe("an invitation", () => {
  it("of a company that nobody knows makes it, and nobody in it; its address is corrected until it is answered", async () => {
    const maker = await makeWorkspace(db(), "MANUFACTURER");
    const { companyId, call } = maker;
    const partner = { name: "Neu Rad GmbH", registerNumber: "HRB 1", email: "chef@neurad.test" };
    const made = await call.dealers.create({ companyId, ...partner });
    expect(made).toMatchObject({
      status: "invited",
      company: { id: null, name: "Neu Rad GmbH", registerNumber: "HRB 1", email: "chef@neurad.test" },
      counts: { vehicles: 0, pers: 0, brands: 0, users: 0 },
      invitation: { state: "sent", remindersCount: 0, canRemind: false, openedAt: null },
    });
    const [stored] = await db().select().from(companies).where(eq(companies.registerNumber, "HRB 1"));
    expect(stored).toMatchObject({ name: "Neu Rad GmbH", createdByCompanyId: companyId, status: "pending" });
    const [mail] = await mailsTo("chef@neurad.test");
    expect(mail?.templateCode).toBe("PARTNER_INVITATION_LINK");
    expect(await db().select().from(users).where(eq(users.email, "chef@neurad.test"))).toEqual([]);
    expect(
      await db()
        .select()
        .from(userCompanies)
        .where(eq(userCompanies.companyId, stored?.id ?? "")),
    ).toEqual([]);
    expect(await fault(call.dealers.create({ companyId, ...partner }))).toEqual([422, "registerNumber"]);

    await call.dealers.update({ companyId, id: made.id, name: "Neu Rad", email: "chefin@neurad.test" });
    expect((await call.dealers.get({ companyId, id: made.id })).company).toMatchObject({
      name: "Neu Rad",
      email: "chefin@neurad.test",
    });
    const look = (token: string) => appRouter.createCaller(anonymous(db())).partnerInvitations.look({ token });
    expect(await look(tokenIn(mail))).toBe(null);
    const [second] = await mailsTo("chefin@neurad.test");
    expect(await look(tokenIn(second))).toMatchObject({ kind: "dealer", account: "new", email: "chefin@neurad.test" });
    const [renamed] = await db().select().from(companies).where(eq(companies.registerNumber, "HRB 1"));
    expect(renamed).toMatchObject({ name: "Neu Rad", email: "chefin@neurad.test" });
  });

  it("of a company that is known has its admins told by a job, and shows nothing of it", async () => {
    const [maker, known] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "DEALER", "Real Name"),
    ];
    const { companyId, call, user } = maker;
    const typed = known.company.registerNumber.replace("-", ".");
    const of = { companyId, registerNumber: typed };
    const made = await call.dealers.create({ ...of, name: "Typed", email: "b@given.test" });
    expect(made.company).toMatchObject({ id: null, name: "Typed", email: "b@given.test" });
    expect((await mailsTo("b@given.test")).map(({ templateCode }) => templateCode)).toEqual([
      "PARTNER_INVITATION_LINK",
    ]);
    expect(await mailsTo(known.user.email)).toEqual([]);
    // Nobody else is told: no admin of another company, and of its own nobody who is no active admin.
    const others = [
      { isAdmin: false, status: "active" },
      { isAdmin: true, status: "disabled" },
    ] as const;
    const untold = [user.email];
    for (const values of others) {
      const { id: userId, email } = await makeUser(db(), { type: "Pro Center Admin" });
      await db()
        .insert(userCompanies)
        .values({ userId, companyId: known.companyId, ...values });
      untold.push(email);
    }
    const disabled = await makeUser(db(), { type: "Pro Center Admin", status: "disabled" });
    const ofDisabled = { userId: disabled.id, companyId: known.companyId, isAdmin: true, status: "active" } as const;
    await db().insert(userCompanies).values(ofDisabled);
    untold.push(disabled.email);
    await tellPartners(systemCtx("test"), { companyLinkIds: [made.id] });
    expect((await mailsTo(known.user.email)).map(({ templateCode }) => templateCode)).toEqual(["PARTNER_INVITATION"]);
    // Nor of what was not asked for, is over or waits for staff, nor the people of a company that is disabled.
    const asked = { companyId, linkedCompanyId: known.companyId, name: "P", kind: "subcontractor" } as const;
    const invited = { status: "invited", invitationDate: "2026-06-01T00:00:00Z" } as const;
    const stranger = await makeWorkspace(db(), "MANUFACTURER");
    const links = await db()
      .insert(companyLinks)
      .values([
        { ...asked, ...invited },
        { ...asked, ...invited, companyId: stranger.companyId, status: "ended" },
        { ...asked, ...invited, companyId: stranger.companyId, kind: "dealer", invitationDate: null },
      ])
      .returning();
    await tellPartners(systemCtx("test"), { companyLinkIds: links.slice(1).map(({ id }) => id) });
    const ofKnown = eq(companies.id, known.companyId);
    await db().update(companies).set({ status: "disabled" }).where(ofKnown);
    await tellPartners(systemCtx("test"), { companyLinkIds: links.map(({ id }) => id) });
    await db().update(companies).set({ status: "active" }).where(ofKnown);
    for (const { id } of links) await db().delete(companyLinks).where(eq(companyLinks.id, id));
    expect(await mailsTo(known.user.email)).toHaveLength(1);
    for (const email of untold) expect([email, await mailsTo(email)]).toEqual([email, []]);
    const strangers = and(eq(userCompanies.companyId, known.companyId), ne(userCompanies.userId, known.user.id));
    await db().delete(userCompanies).where(strangers);
    expect(await db().select().from(users).where(eq(users.email, "b@given.test"))).toEqual([]);
    await call.dealers.update({ companyId, id: made.id, name: "Mine" });
    const [stored] = await db().select().from(companies).where(eq(companies.id, known.companyId));
    expect(stored).toMatchObject({ name: "Real Name", version: 1 });
    const found = async (name: string) => (await call.dealers.list({ companyId, name })).items.length;
    expect([await found("real"), await found(typed)]).toEqual([0, 1]);

    // Nobody becomes an admin of another company by inviting it with an address of their own.
    const other = await makeWorkspace(db(), "DEALER");
    const own = { companyId, name: "Mine", registerNumber: other.company.registerNumber, email: user.email };
    expect(await fault(call.dealers.create(own))).toEqual([422, "email"]);
    expect(await fault(call.dealers.create({ ...own, registerNumber: "HRB 3" }))).toEqual([422, "email"]);
    expect(await db().select().from(userCompanies).where(eq(userCompanies.userId, user.id))).toHaveLength(1);

    await known.call.manufacturers.answer({ companyId: known.companyId, id: made.id, status: "accepted" });
    await call.dealers.confirm({ companyId, id: made.id, email: known.user.email });
    const shown = await call.dealers.get({ companyId, id: made.id });
    expect(shown.company).toMatchObject({ id: known.companyId, name: "Real Name" });
    expect([await found("real"), await found(known.company.registerNumber), await found(typed)]).toEqual([1, 1, 0]);
    expect(shown.users.map(({ email }) => email)).toEqual([known.user.email]);
  });

  it("is none of oneself nor of a partner that there is, and holds no address in its name or reason", async () => {
    const { companyId, call, company } = await makeWorkspace(db(), "MANUFACTURER");
    const partner = { companyId, name: "X", registerNumber: "HRB 4", email: "x@given.test" };
    expect(await fault(call.dealers.create({ ...partner, registerNumber: company.registerNumber }))).toEqual([
      422,
      "registerNumber",
    ]);
    const [maker, dealer, sub] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "DEALER"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
    ];
    for (const [kind, there, said] of [
      ["dealers", dealer, "This is your dealer already."],
      ["subcontractors", sub, "This is your subcontractor already."],
    ] as const) {
      await makePartners(maker, there, kind);
      const again = { ...partner, companyId: maker.companyId, registerNumber: there.company.registerNumber };
      expect((await failure(maker.call[kind].create(again))).errors).toEqual([
        { path: "registerNumber", message: said },
      ]);
    }
    // Of the other kind it is no partner yet, nor one of another company; who left the company is a stranger to it.
    const { user: former } = await makeMembership(db(), maker.companyId, { status: "disabled" });
    const theirs = { name: "X", registerNumber: dealer.company.registerNumber, email: former.email };
    for (const create of [
      () => maker.call.subcontractors.create({ ...theirs, companyId: maker.companyId }),
      () => call.dealers.create({ ...theirs, companyId }),
    ])
      await expect(create()).resolves.toMatchObject({ status: "invited" });
    expect((await failure(call.dealers.create({ ...partner, name: "see www.evil.test" }))).status).toBe(400);
    expect((await failure(call.dealers.create({ ...partner, reason: "see www.evil.test" }))).status).toBe(400);
  });

  it("is mailed three times a day at most", async () => {
    const { companyId, call } = await makeWorkspace(db(), "MANUFACTURER");
    const { id } = await call.dealers.create({ companyId, name: "X", registerNumber: "HRB 40", email: "x@often.test" });
    await call.dealers.resend({ companyId, id });
    await call.dealers.update({ companyId, id, email: "y@often.test" });
    expect(await failure(call.dealers.resend({ companyId, id }))).toMatchObject(inAnHour);
    expect((await failure(call.dealers.update({ companyId, id, email: "z@often.test" }))).status).toBe(429);
    expect((await call.dealers.get({ companyId, id })).company.email).toBe("y@often.test");
    const staff = appRouter.createCaller(staffIn(db(), companyId));
    await expect(staff.dealers.resend({ companyId, id })).resolves.toBeUndefined();
    expect(await mailsTo("y@often.test")).toHaveLength(2);
  });

  it("counts as one of the day's, as does one of a person, and nothing else that is done counts", async () => {
    const [maker, other] = [await makeWorkspace(db(), "MANUFACTURER"), await makeWorkspace(db(), "MANUFACTURER")];
    const { companyId, call } = maker;
    const left = async () => (await call.dealers.invitationsLeft({ companyId })).left;
    const did = async (objectType: string, action: string, by = companyId) => {
      const who = { actorType: "user", actorLabel: "x", door: "screen", requestId: "r" } as const;
      await db()
        .insert(auditLog)
        .values({ ...who, companyId: by, objectType, objectId: crypto.randomUUID(), action, changes: {} });
      return left();
    };
    expect(await left()).toBe(200);
    expect(await did("company-link", "send-invitation")).toBe(199);
    expect(await did("user", "invite")).toBe(198);
    for (const [objectType, action, by] of [
      ["company-link", "update"],
      ["company-link", "invite"],
      ["user", "update"],
      ["user", "send-invitation"],
      ["company-link", "send-invitation", other.companyId],
      ["user", "invite", other.companyId],
    ] as const)
      expect([objectType, action, await did(objectType, action, by)]).toEqual([objectType, action, 198]);
  });

  it("is accepted or refused by the invited company alone, once, and can be made again", async () => {
    const [maker, sub, other] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
    ];
    const partner = { name: "Sub", registerNumber: sub.company.registerNumber, email: sub.user.email };
    const { companyId, call } = maker;
    const { id } = await call.subcontractors.create({ companyId, ...partner });
    const answer = (by: Workspace, status: "accepted" | "refused") =>
      by.call.manufacturers.answer({ companyId: by.companyId, id, status });
    expect((await failure(answer(other, "accepted"))).status).toBe(404);
    expect((await failure(answer(maker, "accepted"))).status).toBe(404);
    expect((await failure(call.dealers.get({ companyId, id }))).status).toBe(404);
    expect((await failure(other.call.subcontractors.get({ companyId: other.companyId, id }))).status).toBe(404);
    expect(await answer(sub, "refused")).toMatchObject({ status: "refused", kind: "subcontractor" });
    expect(await fault(answer(sub, "accepted"))).toEqual([422, "status"]);
    const again = { ...partner, name: "Sub again" };
    expect(await call.subcontractors.create({ companyId, ...again })).toMatchObject({
      id,
      status: "invited",
      company: { name: "Sub again" },
    });
    await answer(sub, "accepted");
    const { items } = await sub.call.manufacturers.list({ companyId: sub.companyId });
    expect(items.map(({ company, status }) => [company.name, status])).toEqual([[maker.company.name, "accepted"]]);
    expect(await sub.call.manufacturers.leave({ companyId: sub.companyId, id })).toMatchObject({ status: "ended" });
    expect((await call.subcontractors.get({ companyId, id })).status).toBe("ended");
  });

  it("waits for staff beyond 200 a day, and is not there for the invited company until then", async () => {
    const [maker, sub] = [await makeWorkspace(db(), "MANUFACTURER"), await makeWorkspace(db(), "SUBCONTRACTOR")];
    const { companyId, call } = maker;
    const rows = Array.from({ length: 200 }, (_, n) => `Dealer ${n},DAY-${n},d${n}@day.test`);
    const file = Buffer.from(["Name,Register Number,E-mail", ...rows].join("\n"));
    const plan = await call.dealers.imports.preview({
      companyId,
      fileName: "d.csv",
      file: { name: "d.csv", type: "", bytes: new Uint8Array(file) },
      options: {},
    });
    expect(plan.counts).toMatchObject({ new: 200, error: 0 });
    await call.dealers.imports.confirm({ companyId, id: plan.id, token: plan.token ?? "" });
    await importsEnded();
    const partner = { name: "Sub", registerNumber: sub.company.registerNumber, email: "late@given.test" };
    const late = await call.subcontractors.create({ companyId, ...partner });
    expect(late).toMatchObject({ status: "invited", invitationDate: null });
    expect((await sub.call.manufacturers.list({ companyId: sub.companyId })).items).toEqual([]);
    expect(await failure(call.subcontractors.resend({ companyId, id: late.id }))).toMatchObject(inAnHour);
    expect((await call.subcontractors.list({ companyId, isWaiting: true })).items).toHaveLength(1);

    // Staff see which company it is, and of whom, and let it go.
    const staff = appRouter.createCaller(staffIn(db(), companyId));
    const found = await staff.companies.rows({ hasWaitingInvitations: true });
    expect(found.items.map(({ id }) => id)).toContain(companyId);
    const seen = await staff.companyLinks.rows({ companyId, isWaiting: true });
    expect(seen.items).toMatchObject([{ id: late.id, email: "late@given.test", invitationDate: null }]);
    expect(await staff.waitingInvitations.send({ companyId })).toEqual({ sent: 1 });
    expect((await sub.call.manufacturers.list({ companyId: sub.companyId })).items).toHaveLength(1);
    expect(await staff.waitingInvitations.send({ companyId })).toEqual({ sent: 0 });
  });

  it("is sent whatever was sent more than a day ago", async () => {
    const { companyId, call } = await makeWorkspace(db(), "MANUFACTURER");
    const partner = { name: "Before", registerNumber: "BEFORE 1", email: "before@given.test" };
    const { id } = await call.dealers.create({ companyId, ...partner });
    const hex = (Date.now() - 86_460_000).toString(16).padStart(12, "0");
    const sent = { companyId, objectType: "company-link", objectId: id, action: "send-invitation", changes: {} };
    await db()
      .insert(auditLog)
      .values(
        Array.from({ length: 200 }, (_, n) => ({
          ...sent,
          id: `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(n).padStart(12, "0")}`,
          actorType: "user" as const,
          actorLabel: "x",
          door: "screen" as const,
          requestId: "r",
        })),
      );
    const next = { name: "Today", registerNumber: "TODAY 1", email: "today@given.test" };
    expect((await call.dealers.create({ companyId, ...next })).invitationDate).not.toBeNull();
    await call.dealers.resend({ companyId, id });
    expect(await mailsTo("before@given.test")).toHaveLength(2);
  });

  it("that somebody else than the one invited accepts hands over nothing until the inviter confirms them", async () => {
    const [maker, sub] = [await makeWorkspace(db(), "MANUFACTURER"), await makeWorkspace(db(), "SUBCONTRACTOR")];
    const { companyId, call } = maker;
    const [device] = await makeFitted(db(), companyId, 1);
    const persIds = [device?.id ?? ""];
    const partner = { name: "Real", registerNumber: sub.company.registerNumber, email: "real@confirm.test" };
    const { id } = await call.subcontractors.create({ companyId, ...partner });
    const answered = await sub.call.manufacturers.answer({ companyId: sub.companyId, id, status: "accepted" });
    expect(answered.status).toBe("to_confirm");
    const seen = await call.subcontractors.get({ companyId, id });
    expect(seen).toMatchObject({ status: "to_confirm", acceptedEmail: sub.user.email, users: [] });
    expect(seen.company).toMatchObject({ id: null, name: "Real", email: "real@confirm.test", isVerified: null });
    await call.subcontractors.managePers({ companyId, id, persIds, ifMatch: "*" });
    const handed = await sub.call.fleetPers.rows({ companyId: sub.companyId });
    expect(handed.items).toEqual([]);
    const confirm = (email: string) => call.subcontractors.confirm({ companyId, id, email });
    expect(await fault(confirm("other@confirm.test"))).toEqual([422, "email"]);
    expect(
      (await failure(sub.call.subcontractors.confirm({ companyId: sub.companyId, id, email: "x@x.demo" }))).status,
    ).toBe(404);
    const confirmed = await confirm(sub.user.email);
    expect(confirmed).toMatchObject({ status: "accepted", acceptedEmail: null });
    expect(confirmed.company).toMatchObject({ id: sub.companyId, isVerified: true });
    await call.subcontractors.managePers({ companyId, id, persIds, ifMatch: "*" });
    expect(await fault(confirm(sub.user.email))).toEqual([422, "id"]);
  });

  it("is one of 500 that never accepted, whether their numbers are known or not, unless staff allow more", async () => {
    const maker = await makeWorkspace(db(), "MANUFACTURER");
    const { companyId, call } = maker;
    const most = (maxUnaccepted: number) =>
      db().update(companies).set({ maxUnaccepted }).where(eq(companies.id, companyId));
    await most(2);
    const known = [await makeWorkspace(db(), "DEALER"), await makeWorkspace(db(), "DEALER")];
    const invite = (registerNumber: string, email: string) =>
      call.dealers.create({ companyId, name: "Many", registerNumber, email });
    const first = await invite(known[0]?.company.registerNumber ?? "", known[0]?.user.email ?? "");
    await invite("MANY 1", "many-1@given.test");
    expect(await fault(invite("MANY 2", "many-2@given.test"))).toEqual([422, "registerNumber"]);
    expect(await fault(invite(known[1]?.company.registerNumber ?? "", "x@given.test"))).toEqual([
      422,
      "registerNumber",
    ]);
    await known[0]?.call.manufacturers.answer({ companyId: known[0].companyId, id: first.id, status: "accepted" });

    const rows = ["a", "b", "c"].map((one) => `Many ${one},MANY-${one},${one}@many.test`);
    const bytes = new Uint8Array(Buffer.from(["Name,Register Number,E-mail", ...rows].join("\n")));
    const file = { name: "many.csv", type: "", bytes };
    const preview = () => call.dealers.imports.preview({ companyId, fileName: file.name, file, options: {} });
    expect((await preview()).counts).toMatchObject({ new: 1, error: 2 });
    await most(4);
    const plan = await preview();
    expect(plan.counts).toMatchObject({ new: 3, error: 0 });
    await call.dealers.imports.confirm({ companyId, id: plan.id, token: plan.token ?? "" });
    await importsEnded();
    expect((await call.dealers.list({ companyId, limit: 100 })).items).toHaveLength(5);
    expect(await fault(invite("MANY 3", "many-3@given.test"))).toEqual([422, "registerNumber"]);
  });
});
