import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { mailLog, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { isLong, scaled } from "@/db/testing/scale";
import { seedBase } from "@/seed/base";
import { makeWorkspace } from "@/server/companies/partners/company-partner/testing";
import { partnerInvitationService } from "@/server/companies/partners/partner-invitation/partner-invitation.service";
import { staffCtx } from "@/server/kit/testing";
import { wentThrough } from "@/server/testing/race";
import { invitationService } from "../invitation/invitation.service";
import { passwordChangeService } from "../password/password-change.service";
import { verifyPassword } from "../password.service";
import { portalUserService } from "../portal-user/portal-user.service";
import { anonymous } from "../testing";
import { registrationService } from "./registration.service";

// Somebody who registers another person's address first must not find their own password on the account that its owner
// activates later. Every order of what the two of them, and staff, can do up to a length is tried.

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const passwords = {
  attacker: "Attackers-pass-2026",
  victim: "Victims-pass-2026",
  reset: "Reset-pass-2026",
  invited: "Invited-pass-2026",
  partner: "Partners-pass-2026",
};
type Whose = keyof typeof passwords;

let n = 0;
const secretsTo = async (email: string) =>
  (await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id)).map(
    ({ templateCode, secrets }): { templateCode: string; code?: string; link?: string } => ({
      templateCode,
      ...secrets,
    }),
  );
const lastOf = async (email: string, template: string) =>
  (await secretsTo(email)).findLast(({ templateCode }) => templateCode === template);
const stored = async (email: string) => (await db().select().from(users).where(eq(users.email, email)))[0];

const register = (email: string, whose: Whose) =>
  registrationService.register(anonymous(db()), {
    email,
    password: passwords[whose],
    firstName: "Nora",
    lastName: "New",
  });

/** What may happen to an address. The attacker only registers; the victim alone reads the mails. */
const steps = {
  "the attacker registers": (email: string) => register(email, "attacker"),
  "the victim registers": (email: string) => register(email, "victim"),
  "the victim asks for another code": (email: string) => registrationService.generateCode(anonymous(db()), email),
  "the victim verifies": async (email: string) => {
    const code = (await lastOf(email, "ACTIVATION_CODE"))?.code ?? "000000";
    await registrationService.verify(anonymous(db()), { email, code });
  },
  "the victim resets the password": async (email: string) => {
    await passwordChangeService.forgot(anonymous(db()), email);
    const code = (await lastOf(email, "PASSWORD_RESET"))?.code ?? "000000";
    const { accessToken } = await passwordChangeService.validateCode(anonymous(db()), { email, code });
    await passwordChangeService.reset(anonymous(db()), `Bearer ${accessToken}`, passwords.reset);
  },
  "staff invite and the victim accepts": async (email: string) => {
    const user = await stored(email);
    if (user) await invitationService.inviteUser(staffCtx(db()), user.id);
    else await portalUserService.create(staffCtx(db()), { email, firstName: "Nora", lastName: "New", type: "Rider" });
    const token = (await lastOf(email, "PORTAL_USER_INVITATION"))?.link?.split("/").at(-1) ?? "";
    await invitationService.accept(anonymous(db()), { token, password: passwords.invited });
  },
  "a company invites and the victim accepts": async (email: string) => {
    const { call, companyId } = await makeWorkspace(db(), "MANUFACTURER");
    await call.dealers.create({ companyId, name: "Radhaus", registerNumber: `HIJACK-${++n}`, email });
    const token = (await lastOf(email, "PARTNER_INVITATION_LINK"))?.link?.split("/").at(-1) ?? "";
    const chosen = { password: passwords.partner, firstName: "Nora", lastName: "New" };
    await partnerInvitationService.accept(anonymous(db()), { token, ...chosen });
  },
  "staff disable and enable the account": async (email: string) => {
    const { id } = (await stored(email)) ?? { id: "" };
    if (!id) return;
    await portalUserService.update(staffCtx(db()), id, { status: "disabled" });
    await portalUserService.update(staffCtx(db()), id, { status: "active" });
  },
};
type Step = keyof typeof steps;
const names = Object.keys(steps) as Step[];

interface Account {
  status: "none" | "pending" | "active";
  password: Whose | null;
  /** a code for it was mailed and not spent */
  hasCode: boolean;
}

/** What the account is after a step, said once more in plain words. */
function after(account: Account, step: Step): Account {
  const { status } = account;
  switch (step) {
    case "the attacker registers":
    case "the victim registers": {
      const password = step === "the attacker registers" ? "attacker" : "victim";
      if (status === "none") return { status: "pending", password, hasCode: true };
      return status === "pending" ? { ...account, password: null } : account;
    }
    case "the victim asks for another code":
      return status === "pending" ? { ...account, hasCode: true } : account;
    case "the victim verifies":
      return status === "pending" && account.hasCode ? { ...account, status: "active", hasCode: false } : account;
    case "the victim resets the password":
      return status === "none" ? account : { ...account, status: "active", password: "reset" };
    case "staff invite and the victim accepts":
      return status === "active" ? account : { ...account, status: "active", password: "invited" };
    case "a company invites and the victim accepts":
      return status === "active" && account.password ? account : { ...account, status: "active", password: "partner" };
    case "staff disable and enable the account":
      if (status === "none") return account;
      return { ...account, status: "active", password: status === "pending" ? null : account.password };
  }
}

/** Every sequence of these steps. */
const sequences = (length: number, of: Step[] = names): Step[][] =>
  length === 0 ? [[]] : sequences(length - 1, of).flatMap((rest) => of.map((name) => [...rest, name]));

const attackers = "the attacker registers";
const makers: Step[] = [
  attackers,
  "the victim registers",
  "staff invite and the victim accepts",
  "a company invites and the victim accepts",
];
const mails = names.filter((name) => name.includes("victim"));
/** All of three steps that begin with an account, and of four those that the attacker begins and the mailbox goes on. */
const all = [
  ...makers.flatMap((maker) => sequences(2).map((rest) => [maker, ...rest])),
  ...sequences(3, mails).map((rest): Step[] => [attackers, ...rest]),
];

/** What is tried each day: a password of the attacker's that works, and an account that has none. */
const known: Step[][] = [
  [attackers, "the victim verifies", "the victim registers"],
  [attackers, "the victim registers", "the victim verifies"],
];
const drawn = sample(all, Math.ceil(all.length / 20), "sequences of two people who claim one address");
const tried = isLong ? all : [...known, ...drawn];

async function run(sequence: Step[]) {
  const email = `hijack${++n}@riders.test`;
  let account: Account = { status: "none", password: null, hasCode: false };
  let activatedAt = -1;
  for (const [index, step] of sequence.entries()) {
    await wentThrough(steps[step](email));
    account = after(account, step);
    if (account.status === "active" && activatedAt < 0) activatedAt = index;
  }
  const user = await stored(email);
  const works: Whose[] = [];
  for (const whose of Object.keys(passwords) as Whose[])
    if (user?.status === "active" && (await verifyPassword(user.passwordHash, passwords[whose]))) works.push(whose);
  return { account, works, activatedAt, status: user?.status ?? "none" };
}

it("no order of steps leaves a password on an account that its owner did not choose", {
  timeout: 600_000,
}, async () => {
  const seen = { attackers: 0, nobodys: 0 };
  const check = async (sequence: Step[]) => {
    const { account, works, activatedAt, status } = await run(sequence);
    const told = sequence.join(", ");
    expect([told, status]).toEqual([told, account.status]);
    const right = account.status === "active" && account.password ? [account.password] : [];
    expect([told, works]).toEqual([told, right]);
    if (account.status === "active" && right.length === 0) seen.nobodys++;
    if (!works.includes("attacker")) return;
    seen.attackers++;
    // Of one registration alone nobody can say whose it was; of two, none counts.
    const before = sequence.slice(0, activatedAt).filter((step) => step.endsWith("registers"));
    expect([told, sequence[activatedAt], before]).toEqual([told, "the victim verifies", [attackers]]);
  };
  for (let start = 0; start < tried.length; start += 6) await Promise.all(tried.slice(start, start + 6).map(check));
  expect(Math.min(seen.attackers, seen.nobodys)).toBeGreaterThan(scaled(0, 5));
});
