// @ts-check
// The bare limit of a login, in a process of its own: argon2id at the cost of our password hashes, alone, or with what a login
// stores in two commits, as one would write it by hand with postgres.js.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import postgres from "postgres";

const digest = (/** @type {string} */ text) => createHash("sha256").update(text).digest("base64url");
const sql = postgres(process.env.DATABASE_URL ?? "", { max: 16, onnotice: () => {} });

/** A try is counted and the account read; the session, its token and its audit row are stored, and the try is forgotten. */
async function login(/** @type {{ email: string, password: string }} */ { email, password }) {
  const emailHash = digest(email);
  const [user] = await sql`
    with tried as (
      insert into platform.login_attempts (email_hash, failures, last_at) values (${emailHash}, 1, now())
      on conflict (email_hash) do update set failures = login_attempts.failures + 1, last_at = now() returning failures)
    select u.id, u.password_hash, tried.failures from tried left join backoffice.users u on u.email = ${email}`;
  if (!user || user.failures > 5 || !(await verify(user.password_hash, password))) throw new Error("wrong");
  const [session, token] = [randomUUID(), randomBytes(32).toString("base64url")];
  await sql.begin((sql) => [
    sql`update backoffice.users set last_login_at = now() where id = ${user.id} and status = 'active'`,
    sql`insert into backoffice.sessions (id, user_id, kind, created_at, last_seen_at, expires_at)
      values (${session}, ${user.id}, 'api', now(), now(), now() + interval '90 days')`,
    sql`insert into backoffice.refresh_tokens (id, session_id, token_hash, created_at, expires_at)
      values (${randomUUID()}, ${session}, ${digest(token)}, now(), now() + interval '30 days')`,
    sql`insert into platform.audit_log (id, at, actor_type, actor_id, actor_label, object_type, object_id, object_label,
        action, changes, door, request_id)
      values (${randomUUID()}, now(), 'user', ${user.id}, ${email}, 'session', ${session}, ${email}, 'login',
        ${sql.json({ kind: [null, "api"] })}, 'rest', ${session})`,
    sql`delete from platform.login_attempts where email_hash = ${emailHash}`,
  ]);
  return token;
}

const stored = await hash("Bench-pass-2026", { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

process.on("message", async (/** @type {{ connections: number, count: number, people?: string[] }} */ job) => {
  const people = job.people?.map((body) => JSON.parse(body));
  const work = (/** @type {number} */ n) =>
    people ? login(people[n % people.length]) : verify(stored, "Bench-pass-2026");
  let left = job.count;
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  await Promise.all(
    Array.from({ length: job.connections }, async () => {
      while (left-- > 0) await work(left);
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const perSecond = job.count / ((performance.now() - begun) / 1000);
  process.send?.({ perSecond, cpu: (user + system) / 1000 / job.count });
});
process.on("disconnect", () => process.exit());
