import { countBy } from "es-toolkit";
import { beforeAll, describe, expect, it } from "vitest";
import { usePersdesk } from "./harness";
import { type Answered, call, clerk, idOf, tokenOf, told, userId } from "./holes";
import { ask } from "./person";
import { cookiesOf } from "./session";

// What an Idempotency-Key once let through at the typed door, tried again over the wire (ADR 82): refused changes that
// stayed, guesses that nobody counted, secrets that were kept in clear.

const persdesk = usePersdesk();
const streaming = { "trpc-accept": "application/jsonl" };

/** Calls at the typed door, each with a fresh key. */
function keyed(cookie: string, procedure: string, body: unknown, headers: Record<string, string> = {}) {
  const key = { "idempotency-key": headers["idempotency-key"] ?? crypto.randomUUID() };
  const own = { cookie, "x-persdesk": "1", origin: persdesk().url };
  return call(persdesk(), "POST", `/api/trpc/${procedure}`, { body, headers: { ...own, ...headers, ...key } });
}
const unkeyed = (cookie: string, procedure: string, body: unknown) =>
  call(persdesk(), "POST", `/api/trpc/${procedure}`, {
    body,
    headers: { cookie, "x-persdesk": "1", origin: persdesk().url },
  });

/** How many answers of each status there are. */
const count = (answers: Answered[]) =>
  Object.entries(countBy(answers, ({ status }) => status)).map(([status, n]) => `${n} × ${status}`);

/** A call that is refused, second in a batch whose first one succeeds, and in a stream by itself. */
async function refusedTwice(point: string, who: string, cookie: string, procedure: string, input: unknown) {
  const batch = await keyed(cookie, `profile.update,${procedure}?batch=1`, { 0: { firstName: "H" }, 1: input });
  told(point, `key + batch: profile.update,${procedure} by ${who}`, batch, 207, '"code":"forbidden"');
  const stream = await keyed(cookie, `${procedure}?batch=1`, { 0: input }, streaming);
  told(point, `key + stream: ${procedure} by ${who}`, stream, 200, '"code":"forbidden"');
}

describe("a refused change", () => {
  const rightsOf = async (email: string) =>
    (
      await ask(
        persdesk(),
        (
          sql,
        ) => sql`select unnest(r.permissions) from backoffice.user_roles ur join backoffice.roles r on r.id = ur.role_id
          join backoffice.users u on u.id = ur.user_id where u.email = ${email}`,
      )
    ).length;

  it("gives a clerk no right more", async () => {
    const email = await clerk(persdesk(), "user-role.write", "staff.read");
    const cookie = await cookiesOf(persdesk().url, email);
    const adminRole = await idOf(persdesk(), "select id from backoffice.roles where code = 'ADMIN'");
    const wanted = { userId: await userId(persdesk(), email), roleIds: [adminRole], ifMatch: "*" };
    await refusedTwice("C1", "a clerk, ADMIN for themselves", cookie, "userRoles.set", wanted);
    expect(await rightsOf(email)).toBe(2);
  });

  it("takes no administrator's role", async () => {
    const cookie = await cookiesOf(persdesk().url, await clerk(persdesk(), "user-role.write", "staff.read"));
    const administrators = () =>
      ask(
        persdesk(),
        (sql) => sql<{ id: string }[]>`select user_id as id from backoffice.user_roles ur
          join backoffice.roles r on r.id = ur.role_id where r.code = 'ADMIN' order by 1`,
      );
    const before = await administrators();
    for (const { id } of before)
      await refusedTwice("C1", "a clerk, [] for an administrator", cookie, "userRoles.set", {
        userId: id,
        roleIds: [],
        ifMatch: "*",
      });
    expect(before.length).toBeGreaterThan(0);
    expect(await administrators()).toEqual(before);
  });

  it("brings no role of a company back, and leaves no account", async () => {
    const email = "member@velora.demo";
    const companyId = await idOf(
      persdesk(),
      `with company as (select uc.company_id as id from backoffice.user_companies uc
         join backoffice.users u on u.id = uc.user_id where u.email = '${email}' and uc.status = 'active' limit 1),
       role as (insert into backoffice.company_roles (id, title, company_id, permissions, created_at, updated_at)
         select gen_random_uuid(), 'Roles and people', id,
           '{team-role.read,team-role.write,company-member.read,company-member.write}', now(), now() from company
         returning id, company_id)
       update backoffice.user_companies uc set company_role_id = role.id from role, backoffice.users u
         where u.id = uc.user_id and u.email = '${email}' and uc.company_id = role.company_id returning uc.company_id as id`,
    );
    const owner = await tokenOf(persdesk(), "admin@velora.demo");
    const at = `/users/companies/${companyId}/team/roles`;
    const permissions = ["team-preference.read", "company-member.read"];
    const made = await call(persdesk(), "POST", at, { token: owner, body: { title: "Above them", permissions } });
    expect([made.status, made.body]).toEqual([204, ""]);
    const id = await idOf(persdesk(), "select id from backoffice.company_roles where title = 'Above them'");
    expect((await call(persdesk(), "DELETE", `${at}/${id}`, { token: owner })).status).toBe(204);
    const cookie = await cookiesOf(persdesk().url, email);
    await refusedTwice("C1", "a member without its rights", cookie, "teamRoles.restore", { companyId, id });
    const rows = (text: string) => ask(persdesk(), (sql) => sql.unsafe(text));
    expect(await rows(`select 1 from backoffice.company_roles where id = '${id}'`)).toEqual([]);

    const above = await idOf(
      persdesk(),
      `select r.id from backoffice.company_roles r join backoffice.user_companies uc on uc.company_role_id = r.id
         join backoffice.users u on u.id = uc.user_id where u.email = 'admin@velora.demo' and r.company_id = '${companyId}'`,
    );
    const ghost = { email: "ghost@x.demo", firstName: "G", lastName: "Host", companyRoleId: above, isAdmin: true };
    await refusedTwice("C1", "a member, for an admin's role", cookie, "members.create", { companyId, ...ghost });
    expect(await rows("select 1 from backoffice.users where email = 'ghost@x.demo'")).toEqual([]);
  });
});

describe("a guess", () => {
  let rider = "";
  beforeAll(async () => {
    rider = await cookiesOf(persdesk().url, "rider@persdesk.demo");
  });
  /** Guesses with fresh keys are not looked at; those without are counted. */
  async function guessed(point: string, procedure: string, tries: number, input: (n: number) => object, wrong: number) {
    const withKeys: Answered[] = [];
    for (let n = 0; n < tries; n++) withKeys.push(await keyed(rider, procedure, input(n)));
    const [first] = withKeys;
    if (first)
      told(point, `${tries} × ${procedure} with fresh keys: ${count(withKeys)}`, first, 400, "Idempotency-Key");
    expect(count(withKeys)).toEqual([`${tries} × 400`]);
    const without: Answered[] = [];
    for (let n = 0; n < 6; n++) without.push(await unkeyed(rider, procedure, input(n)));
    const [last] = without.slice(-1);
    if (last) told(point, `6 × ${procedure} without: ${count(without)}`, last, 429);
    expect(count(without)).toEqual([`5 × ${wrong}`, "1 × 429"]);
  }

  it("of a password is counted, with a key or without", async () => {
    const email = "admin@velora.demo";
    await guessed("C2", "login.login", 15, (n) => ({ email, password: `guess ${n}` }), 401);
    await guessed(
      "C2",
      "password.change",
      9,
      (n) => ({ currentPassword: `guess ${n}`, newPassword: "Another-horse-2026" }),
      422,
    );
  });

  it("of a mailed code is not looked at 300 times, and then let in", async () => {
    const email = "member@velora.demo";
    const code = () =>
      idOf(
        persdesk(),
        `select secrets->>'code' as id from platform.mail_log where recipient = '${email}' and secrets ? 'code' order by created_at desc, id desc limit 1`,
      );
    await call(persdesk(), "POST", "/users/forgot-password", { body: { email } });
    const right = await code();
    const wrong = (n: number) => ({ email, code: String((Number(right) + 1 + n) % 1_000_000).padStart(6, "0") });
    const answers: Answered[] = [];
    for (let n = 0; n < 300; n += 10)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, index) => keyed(rider, "password.validateCode", wrong(n + index))),
        )),
      );
    expect(count(answers)).toEqual(["300 × 400"]);
    const last = await keyed(rider, "password.validateCode", { email, code: right });
    told(
      "C2",
      `300 × password.validateCode with fresh keys: ${count(answers)}; then the right one`,
      last,
      400,
      "Idempotency-Key",
    );
    const plain: Answered[] = [];
    for (let n = 0; n < 5; n++) plain.push(await unkeyed(rider, "password.validateCode", wrong(n)));
    expect(count(plain)).toEqual(["5 × 422"]);
    const spent = await unkeyed(rider, "password.validateCode", { email, code: right });
    told("C2", "5 × without a key: 422; then the right one", spent, 422, "wrong, was used before or has expired");
  });
});

describe("a secret", () => {
  it("is kept nowhere, and given to nobody without the right", async () => {
    const email = await clerk(persdesk(), "webhook.write", "mail-log.read");
    const cookie = await cookiesOf(persdesk().url, email);
    const key = { "idempotency-key": crypto.randomUUID() };
    const input = { name: "Once", url: "https://hooks.example.com/persdesk", events: ["mail.failed"] };
    told("M1", "webhooks.create with a key", await keyed(cookie, "webhooks.create", input, key), 200, "whsec_");
    const again = await keyed(cookie, "webhooks.create", input, key);
    told("M1", "the same again", again, 200, '"secretShown":true');
    expect(again.body).not.toContain("whsec_");
    const kept = await ask(
      persdesk(),
      (sql) => sql`select 1 from platform.idempotent_calls where answer like '%whsec%'
        union all select 1 from platform.idempotency_keys where body like '%whsec%'`,
    );
    expect(kept).toEqual([]);
    await ask(
      persdesk(),
      (sql) =>
        sql`delete from backoffice.user_roles where user_id = (select id from backoffice.users where email = ${email})`,
    );
    told("M1", "the same without the right", await keyed(cookie, "webhooks.create", input, key), 403);
  });
});

describe("keyed batches at once", () => {
  it("are no 500", async () => {
    const cookie = await cookiesOf(persdesk().url, "admin@persdesk.demo");
    const label = (n: number) => ({ label: `At once ${n % 40}` });
    const shared = (n: number) => ({ "idempotency-key": `batch ${n % 20}` });
    const answers: Answered[] = [];
    for (let n = 0; n < 240; n += 24)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 24 }, (_, index) =>
            keyed(
              cookie,
              "modelPers.create,modelPers.create?batch=1",
              { 0: label(n + index), 1: label(n + index + 7) },
              index % 2 ? shared(n + index) : {},
            ),
          ),
        )),
      );
    const [first] = answers;
    if (first)
      told(
        "L4",
        `240 batches of two, 24 at once, half of them under 20 keys: ${count(answers)}`,
        first,
        [200, 207, 422],
      );
    expect(answers.filter(({ status, body }) => status >= 500 || body.includes('"httpStatus":500'))).toEqual([]);
    const [made] = await ask(
      persdesk(),
      (sql) => sql<{ n: number }[]>`select count(*)::int as n from backoffice.model_pers where label like 'At once %'`,
    );
    expect(made?.n).toBe(40);
  });
});
