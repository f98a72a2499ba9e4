import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companyLinks, mailLog, persAlerts, webhookDeliveries, webhooks } from "@/db/schema";
import { sealWebhookSecret } from "@/server/operations/webhook/webhook.service";
import { newWebhookSecret } from "@/server/operations/webhook/webhook-signature";
import type { People } from "./people";
import type { Random } from "./random";
import { day, hour, iso, minute } from "./time";

type Delivery = Pick<typeof webhookDeliveries.$inferInsert, "event" | "data"> & { at: number };
type Ended = Pick<typeof webhookDeliveries.$inferInsert, "status" | "tries" | "responseStatus" | "lastError">;

const delivered: Ended = { status: "done", tries: 1, responseStatus: 204, lastError: null };
const failed: Ended = {
  status: "fail",
  tries: 10,
  responseStatus: 503,
  lastError: "The address did not accept the message.",
};

/** For how many days back deliveries are told. */
const told = 28;
const most = 24;

/**
 * Three addresses and what they were sent: one that is told of partners, one of a maker's alerts whose owner may no longer see
 * them, and one that was turned off when it stopped answering. What the running demo does reaches none of them: nothing listens
 * there.
 */
export async function seedWebhooks(db: Database, random: Random, { now, people }: { now: number; people: People }) {
  const velora = people.companies.get("velora");
  const [administrator, , editor] = people.staff;
  if (!velora || !administrator || !editor) throw new Error("the story has no Velora, or too few staff");
  const since = iso(now - told * day);

  const alerts = await db.execute<{ id: string; persId: string; alertId: string; startedAt: string }>(sql`
    select a.id, a.pers_id as "persId", a.alert_id as "alertId",
      to_char(a.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt"
    from ${persAlerts} a where a.started_at > ${since} and exists (select from backoffice.company_pers_links l
      where l.pers_id = a.pers_id and l.company_id = ${velora.id} and l.link_type = 1 and l.end_date is null)
    order by a.started_at desc, a.id limit ${most}`);
  const mails = await db.execute<{ id: string; templateCode: string; at: string }>(sql`
    select m.id, m.template_code as "templateCode", to_char(m.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from ${mailLog} m where m.status = 'fail' and m.created_at > ${since} order by m.created_at desc, m.id limit ${most}`);
  const partners = await db.select().from(companyLinks);

  const stories = [
    {
      name: "CRM: partners",
      url: "https://crm.example.com/hooks/persdesk",
      events: ["company-partner.accepted", "company-partner.ended"],
      companyId: null,
      enabled: true,
      ownerId: administrator.id,
      days: 310,
      deliveries: partners
        .filter(({ status }) => status === "accepted")
        .slice(0, 6)
        .map(
          ({ id, kind, companyId, linkedCompanyId }): Delivery => ({
            event: "company-partner.accepted",
            data: { companyLinkId: id, kind, companyId, linkedCompanyId },
            at: now - random.int(2, told) * day,
          }),
        ),
      endOf: () => delivered,
    },
    {
      name: "Velora: workshop board",
      url: "https://board.velora.example/persdesk",
      events: ["pers-alert.opened", "pers-alert.closed"],
      companyId: velora.id,
      enabled: true,
      ownerId: editor.id,
      days: 140,
      deliveries: alerts.map(
        ({ id, persId, alertId, startedAt }): Delivery => ({
          event: "pers-alert.opened",
          data: { persAlertId: id, persId, alertId, startedAt, occurrence: 1 },
          at: Date.parse(startedAt),
        }),
      ),
      endOf: () =>
        random.weighted([
          [delivered, 7],
          [{ ...delivered, tries: 2 }, 2],
          [failed, 2],
        ]),
    },
    {
      name: "On-call channel",
      url: "https://chat.example.org/incoming/persdesk",
      events: ["mail.failed", "notification-delivery.failed"],
      companyId: null,
      enabled: false,
      ownerId: administrator.id,
      days: 95,
      deliveries: mails.map(
        ({ id, templateCode, at }): Delivery => ({
          event: "mail.failed",
          data: { mailId: id, templateCode },
          at: Date.parse(at),
        }),
      ),
      endOf: (at: number) => (at > now - 12 * day ? failed : delivered),
    },
  ];

  for (const { days, deliveries, endOf, ...story } of stories) {
    const at = now - days * day;
    const id = random.id(at);
    // Nobody knows the secret: an installation makes webhooks of its own.
    const secretSealed = sealWebhookSecret(id, newWebhookSecret());
    await db.insert(webhooks).values({ ...story, id, secretSealed, createdAt: iso(at), updatedAt: iso(at) });
    const rows = deliveries.map(({ at, ...delivery }) => {
      const end = endOf(at);
      const sentAt = end.status === "fail" ? at + 9 * hour : at + (end.tries === 2 ? minute : 900);
      return {
        ...delivery,
        ...end,
        id: random.id(at),
        webhookId: id,
        eventId: random.id(at),
        occurredAt: iso(at),
        sentAt: iso(sentAt),
        createdAt: iso(at),
        updatedAt: iso(sentAt),
      };
    });
    if (rows.length > 0) await db.insert(webhookDeliveries).values(rows);
  }
}
