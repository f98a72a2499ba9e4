import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { planOperations, proceduresOf, shapeOf } from "@/server/doors/rest-plan";
import { takesKey } from "@/server/kit/call/idempotency";
import { sections } from "@/server/kit/call/sections";
import type { ListInput } from "@/server/kit/list/list.schema";
import { isPermission } from "@/server/permissions";
import { appRouter } from "./root";

/** Resources of the API documents that are built; each of their documented operations must be there. */
const built = {
  backoffice: [
    "alerts",
    "app-versions",
    "auth",
    "company-admins",
    "company-allow-to-manage",
    "company-mail-templates",
    "company-role-configurations",
    "company-roles",
    "company-users",
    "company-categories",
    "company-partner-referents",
    "company-pers-links",
    "company-pilots",
    "company-preferences",
    "company-teams",
    "company-vehicle-brand-links",
    "company-vehicle-links",
    "conditional-features",
    "countries",
    "documentations",
    "faqs",
    "firmware-categories",
    "firmware-versions",
    "formatted-texts",
    "groups",
    "help-desk-buttons",
    "iot-message-logs",
    "label-interfaces",
    "languages",
    "level-alerts",
    "mail-logs",
    "me",
    "messages",
    "model-pers",
    "modules",
    "permissions",
    "most-frequent-questions",
    "pers-alerts",
    "pers-kit-configurations",
    "erp-syncs",
    "platform-contact-logs",
    "platform-techs",
    "portal-users",
    "portals",
    "privacy-policies",
    "riders",
    "role-configurations",
    "roles",
    "routine-logs",
    "sheet-activities",
    "switch-to-members",
    "vehicle-brand-messages",
    "vehicle-models",
    "company-riders",
    "company-vehicles",
    "company-vehicle-brands",
    "company-pers",
    "team-permissions",
    "team-roles",
    "manufacturers",
    "subcontractors",
    "dealer-vehicles",
    "dealers",
  ],
  notification: [
    "in-app-notifications",
    "notification-requests",
    "notification-template-contents",
    "notification-template-techs",
    "notification-templates",
    "os",
    "platform-page-techs",
    "platform-techs",
    "portals",
    "push-notifications",
    "user-devices",
  ],
};
/** Built one by one, in resources that are not built whole. */
const builtAlone = new Set(
  "listPers createPers getPers updatePers deletePers generatePersActivationPin getPersCurrentData".split(" "),
);

const shape = (method: string, path: string) => `${method} ${shapeOf(path)}`;
const [head = "", ...lines] = readFileSync(`${import.meta.dirname}/documented-operations.tsv`, "utf8")
  .trim()
  .split("\n");
const names = head.split("\t");
const documented = lines.map((line) => Object.fromEntries(line.split("\t").map((cell, n) => [names[n], cell])));

/** The backoffice's document numbers its sections, the notification service's has names. */
const documentOf = (section: string) => (section.startsWith("N ") ? "notification" : "backoffice");

const procedures = proceduresOf(appRouter);
const operations = new Map(
  planOperations(appRouter).map((operation) => [shape(operation.rest.method, `/api${operation.rest.path}`), operation]),
);

describe("the router", () => {
  it("refuses what follows the direction of an order, in every list", () => {
    const lists = procedures.flatMap(([name, { _def }]) =>
      _def.inputs.flatMap((input) => ("sortable" in input ? { name, input: input as unknown as ListInput } : [])),
    );
    expect(lists.length).toBeGreaterThan(50);
    for (const { name, input } of lists) {
      const [field] = input.sortable;
      const refused = (sortBy: string) =>
        input.safeParse({ sortBy }).error?.issues.some(({ path }) => path[0] === "sortBy") ?? false;
      expect([name, refused(`${field}:asc`)]).toEqual([name, false]);
      for (const sortBy of [`${field}:asc:junk`, `${field}:desc:`, `${field}::asc`, `${field}:ASC`])
        expect([name, sortBy, refused(sortBy)]).toEqual([name, sortBy, true]);
    }
  });

  it.each(procedures)("%s says who may call it and what it answers", (_, { _def }) => {
    const permission = _def.meta?.permission ?? "";
    const isSaid = ["public", "signed-in"].includes(permission) || (permission === "member" && _def.meta?.company);
    expect(isSaid || isPermission(permission)).toBeTruthy();
    expect(_def.output).toBeDefined();
  });

  it("keeps no secret and no file for an Idempotency-Key", () => {
    const kept = procedures.filter(([, { _def }]) => takesKey(_def) && !_def.meta?.withoutSecret);
    const answered = kept.flatMap(([name, { _def }]) => {
      const found: string[] = [];
      JSON.stringify(z.toJSONSchema(_def.output ?? z.void(), { unrepresentable: "any" }), (key, value) => {
        const isSecret = /secret|password|pin$|recoverycodes|(access|refresh)token/i.test(key);
        if (isSecret || (key === "format" && value === "binary")) found.push(`${name} ${key}`);
        return value;
      });
      return found;
    });
    expect(kept.length).toBeGreaterThan(300);
    expect(answered).toEqual([]);
  });

  it("has each documented operation of what is built, with its credentials, status and section", () => {
    const wanted = documented.filter(
      ({ id = "", section = "", resource = "" }) => built[documentOf(section)].includes(resource) || builtAlone.has(id),
    );
    expect(wanted.length).toBeGreaterThan(60);
    const faults = wanted.flatMap(({ method = "", path = "", status, auth, section }) => {
      const operation = operations.get(shape(method, path));
      const name = `${method} ${path}`;
      if (!operation) return [`${name} is missing`];
      const { rest } = operation;
      const keyed = rest.auth === "apiKey" ? "apiKey" : rest.auth === "none" ? "-" : "bearer";
      return [
        // The notification document does not show which operations need a bearer.
        auth !== "bearer+apiKey" && rest.auth !== "own" && documentOf(section ?? "") === "backoffice" && keyed !== auth
          ? [`${name} takes ${rest.auth}, documented ${auth}`]
          : [],
        // 0 is where the documents say nothing.
        Number(status) && operation.status !== Number(status)
          ? [`${name} answers ${operation.status}, documented ${status}`]
          : [],
        rest.section === section ? [] : [`${name} is in section ${rest.section}, documented ${section}`],
      ].flat();
    });
    expect(faults).toEqual([]);
  });

  it("knows both documents' sections, and each of their resources by one document's name", () => {
    const named = new Set(documented.map(({ section = "" }) => section));
    const ofDocuments = Object.keys(sections).filter((section) => !section.startsWith("own "));
    expect([...named].sort()).toEqual(ofDocuments.sort());
    const resources = (document: string) =>
      new Set(documented.flatMap(({ section = "", resource }) => (documentOf(section) === document ? [resource] : [])));
    for (const document of ["backoffice", "notification"] as const) {
      expect(new Set(built[document]).size).toBe(built[document].length);
      expect(built[document].filter((resource) => !resources(document).has(resource))).toEqual([]);
    }
  });

  it("offers nothing under a documented path that the documents do not have", () => {
    const known = new Set(documented.map(({ method = "", path = "" }) => shape(method, path)));
    const completions = new Set([
      shape("POST", "/api/v1/backoffice/admin/countries/{id}/translation"),
      shape("POST", "/api/v1/backoffice/internals/iot-messages"),
      shape("POST", "/api/v1/backoffice/internals/platform-contact-logs"),
      shape("POST", "/api/v1/backoffice/internals/recipient-values"),
      shape("GET", "/api/v1/users/conditional-features"),
      shape("POST", "/api/v1/backoffice/admin/files"),
      shape("DELETE", "/api/users/devices/{mobileDeviceId}"),
      shape("GET", "/api/v1/backoffice/company/{companyId}/mail-template"),
      shape("GET", "/api/v1/backoffice/admin/messages"),
      shape("POST", "/api/v1/backoffice/admin/messages"),
      shape("PATCH", "/api/v1/backoffice/admin/messages"),
      shape("DELETE", "/api/v1/backoffice/admin/messages/{id}"),
    ]);
    const isKnown = (address: string) => known.has(address) || completions.has(address);
    const unknown = [...operations].flatMap(([address, { name, searches, rest }]) =>
      (searches?.rest ?? rest).section?.startsWith("own ") ||
      isKnown(searches ? shape("GET", `/api${searches.rest.path}`) : address)
        ? []
        : [`${name}: ${address}`],
    );
    expect(unknown).toEqual([]);
  });
});
