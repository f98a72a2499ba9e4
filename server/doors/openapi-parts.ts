import { errorCodes } from "@/server/kit/errors";
import type { JsonSchema } from "./rest-plan";

/** The sections of the backoffice document. */
export const sections: Record<string, string> = {
  "4.1": "Roles, permissions, groups, modules",
  "4.2": "App versions and conditional features",
  "4.3": "Company admins",
  "4.4": "Company admins, for internal callers",
  "4.5": "Company role configuration, roles, mail templates",
  "4.6": "Company categories",
  "4.7": "Company PERS links, vehicle links, brand links",
  "4.8": "Company preferences, teams, pilots, referents",
  "4.9": "A company's own workspace",
  "4.10": "Authentication and self-service",
  "4.11": "Portal users, riders, sheet activity",
  "4.12": "PERS devices, models, kit configuration, alerts",
  "4.13": "Firmware",
  "4.14": "Localisation and help content",
  "4.15": "Platform techs, logs, ERP sync",
};

const titles = (status: number) =>
  Object.values(errorCodes)
    .filter(([of]) => of === status)
    .map(([, title]) => title)
    .join("; or: ");

/** One answer for each error status. */
export function errorResponses() {
  const statuses = [...new Set(Object.values(errorCodes).map(([status]) => status))].sort();
  const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
  return Object.fromEntries(statuses.map((status) => [status, { description: titles(status), content }]));
}

const text: JsonSchema = { type: "string" };
export const problemSchema: JsonSchema = {
  type: "object",
  description: "What went wrong (RFC 9457). Clients branch on `code`; `detail` is for people.",
  properties: {
    type: text,
    title: text,
    status: { type: "integer" },
    detail: text,
    instance: text,
    code: { type: "string", enum: Object.keys(errorCodes) },
    requestId: text,
    errors: {
      type: "array",
      description: "One entry a field.",
      items: { type: "object", properties: { path: text, message: text }, required: ["path", "message"] },
    },
  },
  required: ["type", "title", "status", "detail", "instance", "code", "requestId"],
};
