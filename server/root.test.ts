import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { proceduresOf } from "@/server/doors/rest-plan";
import { isPermission } from "@/server/permissions";
import { appRouter } from "./root";

/** Resources of the API documents that are built; each of their documented operations must be there. */
const built = new Set([
  "role-configurations",
  "roles",
  "auth",
  "me",
  "switch-to-members",
  "portal-users",
  "riders",
  "sheet-activities",
  "permissions",
  "groups",
  "modules",
  "portals",
  "model-pers",
  "level-alerts",
  "alerts",
  "pers-alerts",
  "vehicle-brand-messages",
  "iot-message-logs",
  "firmware-categories",
  "firmware-versions",
  "languages",
  "countries",
  "label-interfaces",
  "mail-logs",
  "routine-logs",
  "pers-kit-configurations",
  "pers-alerts",
  "alerts",
  "level-alerts",
  "vehicle-brand-messages",
  "iot-message-logs",
]);
/** Built one by one, in resources that are not built whole. */
const builtAlone = new Set(
  "listPers createPers getPers updatePers deletePers generatePersActivationPin getPersCurrentData".split(" "),
);

const shape = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`;
const [head = "", ...lines] = readFileSync(`${import.meta.dirname}/documented-operations.tsv`, "utf8")
  .trim()
  .split("\n");
const names = head.split("\t");
const documented = lines.map((line) => Object.fromEntries(line.split("\t").map((cell, n) => [names[n], cell])));

const procedures = proceduresOf(appRouter);

describe("the router", () => {
  it.each(procedures)("%s says who may call it and what it answers", (_, { _def }) => {
    const permission = _def.meta?.permission ?? "";
    expect(permission === "public" || permission === "signed-in" || isPermission(permission)).toBe(true);
    expect(_def.output).toBeDefined();
  });

  it("has each documented operation of what is built, with its credentials and status", () => {
    const wanted = documented.filter(
      ({ id = "", section = "", resource = "" }) =>
        section.startsWith("4.") && (built.has(resource) || builtAlone.has(id)),
    );
    expect(wanted.length).toBeGreaterThan(60);
    const there = new Map(
      procedures.flatMap(([, { _def }]) =>
        _def.meta?.rest ? [[shape(_def.meta.rest.method, `/api${_def.meta.rest.path}`), _def.meta.rest] as const] : [],
      ),
    );
    const faults = wanted.flatMap(({ method = "", path = "", status, auth }) => {
      const rest = there.get(shape(method, path));
      if (!rest) return [`${method} ${path} is missing`];
      const keyed = rest.auth === "apiKey" ? "apiKey" : rest.auth === "none" ? "-" : "bearer";
      if (auth !== "bearer+apiKey" && rest.auth !== "own" && keyed !== auth)
        return [`${method} ${path} takes ${rest.auth}, documented ${auth}`];
      if (Number(status) && rest.status && rest.status !== Number(status))
        return [`${method} ${path} answers ${rest.status}, documented ${status}`];
      return [];
    });
    expect(faults).toEqual([]);
  });

  it("offers nothing under a documented path that the documents do not have", () => {
    const known = new Set(documented.map(({ method = "", path = "" }) => shape(method, path)));
    const completions = new Set([
      shape("POST", "/api/v1/backoffice/admin/countries/{id}/translation"),
      shape("POST", "/api/v1/backoffice/internals/iot-messages"),
    ]);
    const unknown = procedures.flatMap(([name, { _def }]) => {
      const rest = _def.meta?.rest;
      const address = rest && shape(rest.method, `/api${rest.path}`);
      return !address || known.has(address) || completions.has(address) ? [] : [`${name}: ${address}`];
    });
    expect(unknown).toEqual([]);
  });
});
