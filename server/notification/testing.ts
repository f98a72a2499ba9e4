import type { Database } from "@/db/client";
import {
  notificationPlatformTechs,
  notificationTemplateContents,
  notificationTemplates,
  notificationTemplateTechs,
  platformPageTechs,
  users,
} from "@/db/schema";
import { languageId } from "@/seed/base";
import { restDoor } from "@/server/doors/rest";
import { toResponse } from "@/server/doors/rest-answer";
import type { Actor } from "@/server/kit/call/context";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";

export const riderApp = { id: fixedId("platform-tech", "RIDER_APP"), key: "RIDER_APP" };
export const portalWeb = { id: fixedId("platform-tech", "PORTAL_WEB"), key: "PORTAL_WEB" };
export const [english, french, german] = [languageId("en"), languageId("fr"), languageId("de")];

let n = 0;

/** An active rider. */
export async function makeRider(db: Database, fields: Partial<typeof users.$inferInsert> = {}) {
  const values = { email: `rider${++n}@notify.test`, firstName: "Ri", lastName: "Der", type: "Rider" as const };
  const [user] = await db
    .insert(users)
    .values({ ...values, status: "active", ...fields })
    .returning();
  if (!user) throw new Error("no user");
  return user;
}

/** A template in English and French that leads to a page of the riders' app, with the token `name`. */
export async function makeTemplate(db: Database, fields: Partial<typeof notificationTemplates.$inferInsert> = {}) {
  const key = `template-${++n}`;
  const [template] = await db
    .insert(notificationTemplates)
    .values({ keyNotificationTemplate: key, labelNotificationTemplate: key, isPublic: true, ...fields })
    .returning();
  const [page] = await db
    .insert(platformPageTechs)
    .values({
      keyPlatformPageTech: `page-${n}`,
      labelPlatformPage: "Page",
      platformTechId: riderApp.id,
      tokensLabelList: "name",
      descLink: "persdesk://home/{{name}}",
      isActivated: true,
    })
    .returning();
  if (!template || !page) throw new Error("no template");
  const of = { noticationTemplateId: template.id };
  await db.insert(notificationTemplateContents).values([
    { ...of, languageId: english, notificationTitle: "Hello {{name}}", notificationContent: "Good day, {{name}}" },
    { ...of, languageId: french, notificationTitle: "Bonjour {{name}}", notificationContent: "<b>Salut</b> {{name}}" },
  ]);
  await db
    .insert(notificationTemplateTechs)
    .values({ ...of, platformPageTechId: page.id, platformTechId: riderApp.id });
  return { ...template, page };
}

/** Whether an app is shown. */
export const techsShown = async (db: Database) =>
  (await db.select().from(notificationPlatformTechs)).flatMap(({ key, missingSince }) => (missingSince ? [] : [key]));

/** Asks the REST API below `/api` as this caller; as a key with every scope where none is named. */
export function notifications(db: () => Database, actor?: Actor) {
  const key: Actor = {
    kind: "key",
    id: "00000000-0000-7000-8000-00000000000a",
    label: "a key",
    permissions: new Set(permissionCodes),
  };
  const door = restDoor({
    router: appRouter,
    database: db,
    authenticate: { bearerActor: async () => actor ?? key, keyActor: async () => actor ?? key },
  });
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const url = new URL(`http://localhost/api${path}`);
    const credential: Record<string, string> =
      actor && actor.kind === "user" ? { authorization: "Bearer x" } : { "x-api-key": "x" };
    const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const init = { method, headers: { ...credential, ...json, ...headers } };
    const request = new Request(url, { ...init, body: body === undefined ? undefined : JSON.stringify(body) });
    const { reply } = await door.handle({ request, url, requestId: "r", ip: null });
    const response = toResponse(reply);
    const text = await response.text();
    return { status: response.status, text, body: text ? JSON.parse(text) : null, headers: response.headers };
  };
}

/** A person as the caller. */
export const asPerson = (db: Database, user: typeof users.$inferSelect, actingId?: string): Actor => {
  const { actor } = staffCtx(db, []);
  if (actor.kind !== "user") throw new Error("staff are people");
  return { ...actor, id: user.id, email: user.email, type: user.type, ...(actingId && { actingId }) };
};
