// @ts-check
import postgres from "postgres";
import { login } from "./servers.mjs";

/**
 * People beside the demo's administrator, who may do what that one may and have the same password.
 * @param {string} databaseUrl
 * @param {import("./servers.mjs").Server} server of that database
 * @returns {Promise<Record<string, string>[]>} what the requests of each need, signed in at the REST API
 */
export async function colleagues(databaseUrl, server, many = 16) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const emails = Array.from({ length: many }, (_, n) => `colleague-${n}@persdesk.demo`);
  try {
    await sql`
      with admin as (select * from backoffice.users where email = 'admin@persdesk.demo'),
      made as (
        insert into backoffice.users
        select (jsonb_populate_record(null::backoffice.users, to_jsonb(admin)
          || jsonb_build_object('id', gen_random_uuid(), 'email', other, 'phone_number', null))).*
        from admin, unnest(${emails}::text[]) other
        on conflict do nothing
        returning id)
      insert into backoffice.user_roles (user_id, role_id, created_at)
      select made.id, r.role_id, r.created_at from backoffice.user_roles r join admin on admin.id = r.user_id, made`;
  } finally {
    await sql.end();
  }
  const signedIn = [];
  for (const email of emails) signedIn.push(await login(server, email));
  return signedIn;
}
