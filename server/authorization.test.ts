import { describe, expect, it } from "vitest";
import { proceduresOf } from "@/server/doors/rest-plan";
import { isPermission, permissionCodes } from "./permissions";
import { appRouter } from "./root";

const procedures = proceduresOf(appRouter);

/** Routers whose operations are about several resources at once. */
const ofSeveral = new Set(["home", "secondFactor", "situation", "switchTo", "userRoles"]);
/** Rights that a service asks for where a rule needs more than the operation's own; those of mails' texts, the translation desk. */
const inServices = new Set<string>([
  "sheet-activity.manage",
  "device.token",
  "notification.write",
  "mail-template.read",
  "mail-template.write",
  "list-view.share",
  "pers-alert.escalation",
  "company-alert.escalation",
]);

/** What a gateway is handed with the one right that it has. */
const handed = new Set(["firmwareImages.image", "firmwareImages.segment"]);

/** Questions that are posted: too long for an address, or about a person, whose name no log of addresses should hold. */
const posted = new Set(["firmwareRollouts.plan", "notificationTemplateContents.preview", "privacy.download"]);

describe("the right that an operation asks for", () => {
  it.each(procedures)("fits what %s does", (name, { _def }) => {
    const permission = _def.meta?.permission ?? "";
    if (!isPermission(permission)) return;
    if (handed.has(name)) return expect(permission).toBe("firmware-rollout.device");
    if (_def.type === "mutation" && !posted.has(name)) expect(permission).not.toMatch(/\.read$/);
    else expect(permission).toMatch(/\.(read|use)$/);
  });

  it("is of one resource in one router, so that a line copied from elsewhere is noticed", () => {
    const resources = new Map<string, Set<string>>();
    for (const [name, { _def }] of procedures) {
      const [router = ""] = name.split(".");
      const { permission = "", company } = _def.meta ?? {};
      if (!isPermission(permission) || company || ofSeveral.has(router)) continue;
      resources.set(router, (resources.get(router) ?? new Set()).add(permission.replace(/\.\w+$/, "")));
    }
    expect([...resources].filter(([, of]) => of.size !== 1).map(([router, of]) => [router, ...of])).toEqual([]);
  });

  it("is each right of the catalogue once at least, so that a router copied whole is noticed", () => {
    const asked = new Set(procedures.map(([, { _def }]) => _def.meta?.permission ?? ""));
    expect(permissionCodes.filter((code) => !asked.has(code) && !inServices.has(code))).toEqual([]);
  });
});
