// @ts-check
/** @import { Invariant } from "../invariants.mjs" */

/** @type {Invariant[]} */
export const notifications = [
  {
    name: "a request that is done has nothing left to send",
    rows: `select r.id from notification.requests r where r.status in ('done', 'partial', 'failed', 'cancelled')
      and exists (select from notification.deliveries d where d.request_id = r.id and d.status = 'pending')`,
    plant: [
      "update notification.requests set status = 'done'",
      "update notification.deliveries set status = 'pending'",
    ],
  },
  {
    name: "the status of a request that has ended says how its deliveries ended",
    rows: `select r.id from notification.requests r join (
        select request_id, count(*) filter (where status = 'failed') as failed,
          count(*) filter (where status in ('sent', 'delivered', 'opened')) as good
        from notification.deliveries group by 1) d on d.request_id = r.id
      where r.status in ('done', 'partial', 'failed')
        and r.status <> case when d.failed = 0 then 'done' when d.good = 0 then 'failed' else 'partial' end`,
    plant: [
      "update notification.requests set status = 'partial'",
      "update notification.deliveries set status = 'sent'",
    ],
  },
  {
    name: "a request counts its people",
    rows: `select r.id from notification.requests r join notification.deliveries d on d.request_id = r.id
      group by r.id having count(distinct d.email) > r.recipients`,
    plant: ["update notification.requests set recipients = 0"],
  },
  {
    name: "a request that is over ended at a moment, and an open one has not",
    rows: `select id from notification.requests
      where (status in ('done', 'partial', 'failed', 'cancelled')) <> (ended_at is not null)`,
    plant: ["update notification.requests set status = 'done', ended_at = null"],
  },
  {
    name: "nobody gets a message twice by one way",
    rows: "select request_id from notification.deliveries group by 1, email, key_platform_tech, type having count(*) > 1",
    plant: [
      `update notification.deliveries set request_id = (select id from notification.requests limit 1), email = 'a@b.c',
        key_platform_tech = 'T', type = 1`,
    ],
  },
  {
    name: "what was sent says when, and what was not says no such thing",
    rows: `select id from notification.deliveries where (status in ('sent', 'delivered', 'opened')) <> (sent_at is not null)`,
    plant: ["update notification.deliveries set status = 'sent', sent_at = null"],
  },
  {
    name: "a delivery arrives after it was sent, and is opened after that",
    rows: "select id from notification.deliveries where delivered_at < sent_at or opened_at < sent_at",
    plant: ["update notification.deliveries set sent_at = now(), opened_at = now() - interval '1 day'"],
  },
  {
    name: "what was opened says when",
    rows: "select id from notification.deliveries where status = 'opened' and opened_at is null",
    plant: ["update notification.deliveries set status = 'opened', opened_at = null"],
  },
  {
    name: "what failed or was skipped says why",
    rows: "select id from notification.deliveries where status in ('failed', 'skipped') and reason is null",
    plant: ["update notification.deliveries set status = 'failed', reason = null"],
  },
  {
    name: "only an in-app message that arrived is read or deleted",
    rows: `select id from notification.deliveries where in_app_status is not null
      and (type <> 1 or status not in ('delivered', 'opened'))`,
    plant: ["update notification.deliveries set type = 3, in_app_status = 1"],
  },
  {
    name: "no worker holds a delivery that is not pending",
    rows: "select id from notification.deliveries where claimed_until > now() and status <> 'pending'",
    plant: ["update notification.deliveries set status = 'failed', claimed_until = now() + interval '1 minute'"],
  },
  {
    name: "the mail of a delivery is of one that there is, and once",
    rows: `select m.delivery_id from mail_log m left join notification.deliveries d on d.id = m.delivery_id and d.type = 3
      where m.delivery_id is not null group by 1 having count(*) > 1 or count(d.id) = 0`,
    plant: ["update mail_log set delivery_id = gen_random_uuid()"],
  },
  {
    name: "a mail that was sent says when",
    rows: "select id from mail_log where (status = 'done') <> (sent_at is not null)",
    plant: ["update mail_log set status = 'done', sent_at = null"],
  },
  {
    name: "a mail that was sent keeps no secret",
    rows: "select id from mail_log where status = 'done' and secrets is not null and secrets <> '{}'",
    plant: [`update mail_log set status = 'done', secrets = '{"pin": "1"}'`],
  },
  {
    name: "a mail is tried eight times at most",
    rows: "select id from mail_log where tries > 8",
    plant: ["update mail_log set tries = 9"],
  },
  {
    name: "an app that is there has a portal that is there",
    rows: `select t.id from notification.platform_techs t join notification.portals p on p.id = t.portal_id
      where t.missing_since is null and p.missing_since is not null`,
    plant: ["update notification.portals set missing_since = now()"],
  },
  {
    name: "a key of an app or a portal is there once",
    rows: `select key from notification.platform_techs where missing_since is null group by 1 having count(*) > 1
      union all select key from notification.portals where missing_since is null group by 1 having count(*) > 1`,
    plant: ["update notification.platform_techs set key = 'K', missing_since = null"],
  },
  {
    name: "the page that a template leads to is of its app",
    rows: `select t.id from notification.template_techs t join notification.platform_page_techs p
      on p.id = t.platform_page_tech_id where p.platform_tech_id <> t.platform_tech_id`,
    plant: ["update notification.template_techs set platform_tech_id = gen_random_uuid()"],
  },
  {
    name: "a template has one text in a language",
    rows: "select notication_template_id from notification.template_contents group by 1, language_id having count(*) > 1",
    plant: ["update notification.template_contents set language_id = (select id from languages limit 1)"],
  },
  {
    name: "addresses of devices and of who wants no mails are in small letters",
    rows: `select email from notification.devices where email <> lower(email)
      union all select email from notification.unsubscribes where email <> lower(email)
      union all select email from notification.deliveries where email <> lower(email)`,
    plant: [{ into: "notification.devices", values: { email: "'A@b.c'" } }],
  },
  {
    name: "a token of a device is one person's",
    rows: "select token from notification.devices group by 1 having count(*) > 1",
    plant: [
      { into: "notification.devices", values: { token: "'t'", email: "'a@b.c'" } },
      { into: "notification.devices", values: { token: "'t'", email: "'b@b.c'" } },
    ],
  },
  {
    name: "the slowest answer of an hour is no slower than all of them together",
    rows: "select sender from notification.sender_hours where slowest_ms > total_ms + 0.001",
    plant: [{ into: "notification.sender_hours", values: { slowest_ms: "2", total_ms: "1" } }],
  },
];
