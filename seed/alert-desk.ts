import type postgres from "postgres";
import { day, iso } from "./time";

const notes = {
  resolved: ["Rider called, battery charged.", "Came back by itself.", "Bike moved into the garage."],
  false_alarm: ["Bike only fell over in its stand.", "Sensor too sensitive.", "Bike was on a train."],
  defect: ["Device goes to the workshop.", "Cable broken, part ordered."],
  duplicate: ["Same fall as the alert before."],
  other: ["Rider does not answer, company informed."],
};

/**
 * What staff did about the alerts of a year: what is older than two days was dealt with, and of the rest some is new, some is in
 * work, asleep, late or closed today. Which one follows from its id.
 */
export async function seedAlertDesk(sql: postgres.Sql, now: number) {
  const at = iso(now);
  await sql`create temporary table desk_people on commit drop as
    select u.id, row_number() over (order by u.email <> 'admin@persdesk.demo', u.email) - 1 as place, count(*) over () as people
    from backoffice.users u where u.type = 'Staff' and u.status = 'active' and exists (
      select from backoffice.user_roles ur join backoffice.roles r on r.id = ur.role_id
      where ur.user_id = u.id and 'pers-alert.write' = any(r.permissions))`;
  await sql`
    with told as (
      select p.id, p.created_at, p.ended_at, l.rank, l.minutes_to_acknowledge as first, l.minutes_to_close as last,
        h.h % 100 as luck, (h.h / 100) % 97 as other,
        (select d.id from desk_people d where d.place = (h.h / 10000) % d.people) as person,
        (select d.id from desk_people d where d.place = 0) as me,
        p.ended_at < ${iso(now - 2 * day)}::timestamptz as is_old
      from backoffice.pers_alerts p
      join backoffice.alerts a on a.id = p.alert_id join backoffice.level_alerts l on l.id = a.level_alert_id
      cross join lateral (select ('x' || substr(md5(p.id::text), 1, 8))::bit(32)::bigint as h) h
    ), stood as (
      select t.*,
        case when is_old or luck >= 88 then 'closed' when luck < 40 then 'new' when luck < 75 then 'acknowledged' else 'snoozed' end as status,
        case when is_old or luck >= 40 then
          least(created_at + interval '1 minute' * (3 + other * greatest(coalesce(first, 60), 15) / 60), ${at}::timestamptz) end as acknowledged
      from told t
    ), ended as (
      select s.*,
        case when status = 'closed' then case when is_old
          then least(acknowledged + interval '1 minute' * (5 + other * 7), ${at}::timestamptz)
          else greatest(acknowledged, ${at}::timestamptz - interval '1 minute' * (luck - 80)) end end as closed,
        case when status = 'closed' then case
          when other < 52 then 'resolved' when other < 74 then 'false_alarm' when other < 86 then 'defect'
          when other < 92 then 'duplicate' else 'other' end end as reason,
        case when status = 'snoozed' then ${at}::timestamptz + interval '1 hour' * (1 + other % 40) end as until,
        created_at + interval '1 minute' * case when acknowledged is null then first else last end as due
      from stood s
    )
    update backoffice.pers_alerts p set
      level_rank = e.rank, desk_status = e.status, acknowledged_at = e.acknowledged, closed_at = e.closed,
      closed_by_id = case when e.status = 'closed' then e.person end,
      assignee_id = case when e.status = 'new' and e.luck >= 12 then null when e.luck < 55 and not e.is_old then e.me else e.person end,
      close_reason = e.reason, snoozed_until = e.until,
      close_note = case when e.status = 'closed' and e.other % 3 = 0
        then ${JSON.stringify(notes)}::text::jsonb -> e.reason ->> (e.other % jsonb_array_length(${JSON.stringify(notes)}::text::jsonb -> e.reason))::int end,
      due_at = case when e.status = 'closed' then null when e.until > e.due then e.until else e.due end,
      updated_at = coalesce(e.closed, e.acknowledged, p.updated_at),
      version = p.version + case when e.status = 'new' then 0 else 2 end
    from ended e where e.id = p.id`;
  await seedCompanyDesks(sql, now);
}

/** What people of companies did about alerts that were raised while their links ran: much of what is over, and some of the rest. */
const seedCompanyDesks = (sql: postgres.Sql, now: number) => sql`
  with person as (
    select distinct on (uc.company_id) uc.company_id, uc.user_id from backoffice.user_companies uc
    where uc.status = 'active' and uc.is_admin order by uc.company_id, uc.created_at, uc.user_id
  ), seen as (
    select distinct on (p.id, l.company_id) p.id, p.created_at, l.company_id, person.user_id, h.h % 100 as luck, (h.h / 100) % 97 as other,
      overlay(overlay(h.md5 placing '7' from 13) placing '8' from 17)::uuid as desk_id,
      p.ended_at < ${iso(now - 2 * day)}::timestamptz as is_old
    from backoffice.pers_alerts p
    join backoffice.company_pers_links l on l.pers_id = p.pers_id and l.start_date <= p.started_at and l.end_date is null
    join person on person.company_id = l.company_id
    cross join lateral (select md5(p.id::text || l.company_id::text) as md5) m
    cross join lateral (select m.md5, ('x' || substr(m.md5, 1, 8))::bit(32)::bigint as h) h
    order by p.id, l.company_id
  ), stood as (
    select s.*, case when is_old then 'closed' when luck < 45 then 'acknowledged' else 'snoozed' end as status,
      least(created_at + interval '1 minute' * (10 + other * 5), ${iso(now)}::timestamptz) as acknowledged
    from seen s where is_old or luck < 60
  )
  insert into backoffice.pers_alert_company_desks (id, pers_alert_id, company_id, desk_status, assignee_id, snoozed_until, close_reason,
    acknowledged_at, closed_at, closed_by_id, created_at, updated_at, version)
  select desk_id, id, company_id, status, user_id,
    case when status = 'snoozed' then ${iso(now)}::timestamptz + interval '1 hour' * (1 + other % 30) end,
    case when status = 'closed' then case when other < 60 then 'resolved' when other < 80 then 'false_alarm' else 'defect' end end,
    case when status <> 'snoozed' then acknowledged end, case when status = 'closed' then ends.at end,
    case when status = 'closed' then user_id end, acknowledged, coalesce(case when status = 'closed' then ends.at end, acknowledged), 2
  from stood cross join lateral (
    select least(acknowledged + interval '1 minute' * (5 + other * 9), ${iso(now)}::timestamptz) as at) ends`;
