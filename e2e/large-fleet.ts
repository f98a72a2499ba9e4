import type { Persdesk } from "./harness";
import { ask } from "./person";

/** Gives the company of member@velora.demo a thousand vehicles more. @returns the company's id */
export async function largeFleet(persdesk: Persdesk): Promise<string> {
  const [company] = await ask<{ id: string }>(
    persdesk,
    (sql) => sql`
    select m.company_id as id from backoffice.user_companies m
    join backoffice.users u on u.id = m.user_id where u.email = 'member@velora.demo'`,
  );
  await ask(
    persdesk,
    (sql) => sql`
    with made as (
      insert into backoffice.vehicles (id, vehicle_model_id, vehicle_serial_number, created_at, updated_at)
      select gen_random_uuid(), (select id from backoffice.vehicle_models limit 1), 'FLEET-' || n, now(), now()
      from generate_series(1, 1000) n returning id
    )
    insert into backoffice.company_vehicle_links (id, company_id, vehicle_id, start_date, created_at, updated_at)
    select gen_random_uuid(), ${company?.id ?? ""}, id, now() - interval '1 day', now(), now() from made`,
  );
  return company?.id ?? "";
}
