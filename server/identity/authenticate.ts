import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type postgres from "postgres";
import { askFirst, database, preparedSql } from "@/db/client";
import type { Pipeline } from "@/db/pipeline";
import { env } from "@/env/env";
import type { Actor } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { wroteFor } from "@/server/kit/call/wrote-lately";
import { noteAccess } from "@/server/kit/process/access";
import { withParts } from "@/server/permissions";
import { prefixOf } from "./api-key/api-key.rules";
import { fingerprint } from "./secret.rules";
import { readCookieToken } from "./session/cookie-token";
import { sessionCookie } from "./session/session.cookie";
import { millisecondsTo, verifyAccessToken, wallClock } from "./token.service";
import { rightsIn } from "./user-role/held-role.service";
import { rightsOf } from "./user-role/rights-of-roles.service";

type UserActor = Extract<Actor, { kind: "user" }>;

interface SessionRow {
  id: string;
  email: string;
  label: string;
  type: UserActor["type"];
  /** as `rightsOf` takes them */
  roles: string | null;
  session_id: string;
  acting_id: string | null;
  user_company_id: string | null;
  must_enrol: boolean;
  language: string | null;
  time_zone: string | null;
  wrote_lately: boolean;
}

/**
 * The one query of every request by a person: is the session still valid, and what may its user do now? A session under
 * switch-to is valid only while the session it came from, the staff member's right to it and the membership are valid.
 * Staff who must set up their second factor first hold no permission until then. Language and clock are those of who reads:
 * under switch-to, of who acts.
 * @param isScreen the browser's cookie keeps the staff member's session while they act as somebody else
 */
const sessionRow = (sql: postgres.Sql, sessionId: string, isScreen: boolean) => {
  const isRequired = env.STAFF_SECOND_FACTOR === "required";
  const chosen = isScreen
    ? sql`coalesce((select w.id from backoffice.sessions w where w.parent_id = ${sessionId} and w.kind = 'browser'
        and w.revoked_at is null and w.expires_at > now() order by w.id desc limit 1), ${sessionId})`
    : sql`${sessionId}`;
  return sql<SessionRow[]>`
    select u.id, u.email, u.first_name || ' ' || u.last_name as label, u.type,
      s.id as session_id, s.act_user_id as acting_id, s.user_company_id, l.code as language, r.time_zone,
      coalesce(s.wrote_at > now() - ${wroteFor}::interval, false) as wrote_lately,
      ${isRequired} and u.type = 'Staff' and not exists (select from backoffice.second_factors f
        where f.user_id = u.id and f.confirmed_at is not null) as must_enrol,
      (select string_agg(r.id || '.' || r.xmin || '.' || r.version, ',') from backoffice.user_roles ur
        join backoffice.roles r on r.id = ur.role_id where ur.user_id = u.id) as roles
    from backoffice.sessions s join backoffice.users u on u.id = s.user_id
      join backoffice.users r on r.id = coalesce(s.act_user_id, u.id) left join backoffice.languages l on l.id = r.language_id
    where s.id = ${chosen} and s.kind <> 'reset' and s.revoked_at is null and s.expires_at > now() and u.status = 'active'
      and (s.act_user_id is null or exists (select from backoffice.sessions p join backoffice.users a on a.id = p.user_id
        join backoffice.user_roles ur on ur.user_id = a.id join backoffice.roles r on r.id = ur.role_id
        where p.id = s.parent_id and p.user_id = s.act_user_id and p.revoked_at is null and p.expires_at > now()
          and a.status = 'active' and a.type = 'Staff' and u.type <> 'Staff' and 'switch-to.use' = any(r.permissions)
          and (not ${isRequired} or exists (select from backoffice.second_factors f
            where f.user_id = a.id and f.confirmed_at is not null))))
      and (s.user_company_id is null or exists (select from backoffice.user_companies uc
        join backoffice.companies c on c.id = uc.company_id
        where uc.id = s.user_company_id and uc.status = 'active' and c.status = 'active'))`;
};

/** @param beside is called, where it can be, when the statement is on its way (`askFirst`) */
async function actorOfSession(
  sessionId: string,
  isScreen: boolean,
  beside?: (pipeline: Pipeline) => void,
): Promise<UserActor | null> {
  const [row] = await askFirst((sql) => sessionRow(sql, sessionId, isScreen), beside);
  if (!row) return null;
  const { session_id, acting_id, user_company_id, must_enrol, roles, language, time_zone, wrote_lately, ...person } =
    row;
  const acting = acting_id ? { actingId: acting_id } : {};
  noteAccess({ personId: person.id, ...acting });
  const held = {
    permissions: await rightsOf(must_enrol ? null : roles),
    ...(must_enrol && { mustEnrol: true }),
  };
  const only = acting_id ? { userCompanyId: user_company_id } : undefined;
  return {
    ...person,
    ...acting,
    ...held,
    kind: "user",
    language,
    timeZone: time_zone,
    wroteLately: wrote_lately,
    sessionId: session_id,
    rightsIn: (companyId) => rightsIn({ db: database() }, person.id, companyId, only),
  };
}

/** Those of these sessions that are still good, and their people active; under switch-to, who acts and from where as well. */
export async function liveSessions(ids: string[]): Promise<Set<string>> {
  const rows = await preparedSql()<{ id: string }[]>`
    select s.id from backoffice.sessions s join backoffice.users u on u.id = s.user_id
      left join backoffice.sessions p on p.id = s.parent_id left join backoffice.users a on a.id = s.act_user_id
    where s.id = any(${ids}) and s.revoked_at is null and s.expires_at > now() and u.status = 'active'
      and (s.act_user_id is null or p.revoked_at is null and p.expires_at > now() and a.status = 'active')`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * The person of an access token, with their rights at this moment: a logout, a disabled user and a changed role take
 * effect at the next request.
 * @param beside sends what else the call will need, behind the statement of the session; not for a token that is not good
 * @throws AppError `token_expired`, `token_invalid`, `session_ended`
 */
export async function bearerActor(token: string, beside?: (pipeline: Pipeline) => void): Promise<Actor> {
  const claims = await verifyAccessToken(token);
  const actor = await actorOfSession(claims.sid, false, beside);
  if (actor?.id !== claims.sub) throw new AppError("session_ended", "This session has ended. Log in again.");
  return actor;
}

const sidOfCookie = new LRUCache<string, string>({ max: 10_000, perf: wallClock, ttlResolution: 0 });
const cookieValue = new RegExp(`(?:^|;\\s*)${sessionCookie}=([^;]+)`);

async function sessionIdOf(cookie: string): Promise<string | null> {
  const digest = fingerprint(cookie);
  const known = sidOfCookie.get(digest);
  if (known) return known;
  const claims = await readCookieToken(cookie);
  if (typeof claims?.sid !== "string" || typeof claims.exp !== "number") return null;
  sidOfCookie.set(digest, claims.sid, { ttl: millisecondsTo(claims.exp) });
  return claims.sid;
}

/** The person of a browser's Cookie header; null for nobody, or for a session that has ended. */
export async function screenActor(cookieHeader: string | null): Promise<Actor | null> {
  const cookie = cookieValue.exec(cookieHeader ?? "")?.[1];
  const sessionId = cookie && (await sessionIdOf(cookie));
  return sessionId ? actorOfSession(sessionId, true) : null;
}

interface KeyRow {
  id: string;
  name: string;
  key_hash: string;
  scopes: string[];
  usable: boolean;
  unseen: boolean;
  wrote_lately: boolean;
}

// The key of the environment has no row, so it gets an id that no row can have, and always asks the primary.
const bootstrapKeyId = "00000000-0000-7000-8000-00000000a9e0";
const bootstrapHash = env.INTERNAL_API_KEY ? fingerprint(env.INTERNAL_API_KEY) : undefined;

const sameHash = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));
const wrongKey = () => new AppError("key_invalid", "The API key is wrong, has expired or was revoked.");

/**
 * The internal caller of an `x-api-key`; its rights are the key's scopes.
 * @throws AppError `key_invalid` for a key that is wrong, expired or revoked
 */
export async function keyActor(key: string): Promise<Actor> {
  const hash = fingerprint(key);
  if (bootstrapHash && sameHash(hash, bootstrapHash)) {
    noteAccess({ keyId: bootstrapKeyId });
    return { kind: "key", id: bootstrapKeyId, label: "internal key", permissions: new Set(["*"]), wroteLately: true };
  }
  const prefix = prefixOf(key);
  if (!prefix) throw wrongKey();
  const sql = preparedSql();
  const [row] = await sql<KeyRow[]>`
    select id, name, key_hash, scopes, revoked_at is null and coalesce(expires_at > now(), true) as usable,
      coalesce(last_used_at < now() - interval '1 minute', true) as unseen,
      coalesce(wrote_at > now() - ${wroteFor}::interval, false) as wrote_lately
    from backoffice.api_keys where prefix = ${prefix}`;
  if (!row || !sameHash(hash, row.key_hash) || !row.usable) throw wrongKey();
  noteAccess({ keyId: row.id });
  if (row.unseen) await sql`update backoffice.api_keys set last_used_at = now() where id = ${row.id}`;
  return {
    kind: "key",
    id: row.id,
    label: row.name,
    permissions: new Set(withParts(row.scopes)),
    wroteLately: row.wrote_lately,
  };
}
