import type { Database } from "@/db/client";
import {
  alerts,
  companies,
  companyEntryRequests,
  companyLinks,
  companyPersLinks,
  companyTeams,
  companyVehicleBrandLinks,
  companyVehicleLinks,
  levelAlerts,
  modelPers,
  pers,
  persAlertCompanyDesks,
  persAlerts,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { categoryId, languageId } from "@/seed/base";
import { sheetOf } from "@/server/kit/import/sheet/testing";
import { fixedId } from "@/server/kit/record/fixed-id";
import { alertDeskActions } from "./alert-desk-samples";
import { id, type Made, plain, type Step, step, translation } from "./sample-steps";

/** One pixel. */
const samplePicture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const at = (code: string) => fixedId("portal-sample", code);
const companyId = at("company");
const inside = { companyId };
const french = languageId("fr");

/** A workbook as a form sends it. */
const sheet = (...rows: string[][]) => ({ name: "rows.xlsx", type: "", bytes: new Uint8Array(sheetOf(rows)) });

/** Upload, preview, confirm and undo of one kind of file. */
function imported(router: string, header: string[], [first, second]: [string[], string[]], partnerId?: string): Step[] {
  const options = partnerId ? { partnerId } : {};
  const named = partnerId ? { id: partnerId } : {};
  const plan = `${router} plan`;
  return [
    step(`${router}.upload`, () => ({ ...inside, ...named, file: sheet(header, first) })),
    step(
      `${router}.imports.preview`,
      () => ({ ...inside, fileName: "rows.xlsx", file: sheet(header, second), options }),
      plan,
    ),
    step(`${router}.imports.confirm`, (made) => ({ ...inside, id: id(made, plan), token: made[plan]?.token })),
    step(`${router}.imports.undo`, (made) => ({ ...inside, id: id(made, plan) })),
  ];
}

/** What a company does with partners of one kind. */
function partners(router: "dealers" | "subcontractors"): Step[] {
  const partner = { name: "Partner Ltd", registerNumber: `${router}-1`, email: `${router}-1@partner.test` };
  const of = (made: Made) => ({ ...inside, id: id(made, router) });
  return [
    step(`${router}.create`, () => ({ ...inside, ...partner }), router),
    step(`${router}.update`, (made) => ({ ...of(made), name: "Another Ltd" })),
    step(`${router}.resend`, of),
    step(`${router}.confirm`, () => ({
      ...inside,
      id: at(router === "dealers" ? "dealer-to-confirm-link" : "subcontractor-to-confirm-link"),
      email: "other@portal.test",
    })),
    step(`${router}.remind`, () => ({ ...inside, ids: [at(`${router}-open-link`)] })),
    step(`${router}.remove`, of),
    ...imported(
      router,
      ["Name", "Register Number", "E-mail"],
      [
        ["Sent Ltd", `${router}-2`, `${router}-2@partner.test`],
        ["Planned Ltd", `${router}-3`, `${router}-3@partner.test`],
      ],
    ),
  ];
}

const newcomer = (name: string) => ({ email: `${name}@portal.test`, firstName: "New", lastName: "Comer" });

/** What is done with the members of a company, at either door. */
export const members = (router: "members" | "companyUsers", at: { companyId: string }): Step[] => [
  step(`${router}.create`, () => ({ ...at, ...newcomer(router), isAdmin: false }), router),
  step(`${router}.setRole`, (made) => ({ ...at, id: id(made, router), companyRoleId: null })),
  step(`${router}.resend`, (made) => ({ ...at, id: id(made, router) })),
  step(`${router}.remove`, (made) => ({ ...at, id: id(made, router) })),
];

const role = (made: Made) => id(made, "teamRoles");

const notesOf = (router: string, thing: string) =>
  plain(`${router}.notes`, { objectId: at(thing), content: "Seen" }, { content: "Seen again" }, inside);

const vehiclesOf = (name: string) =>
  step(`dealers.${name}`, () => ({
    ...inside,
    id: at("dealer-link"),
    vehicleIds: [at("vehicle-1"), at("vehicle-0")],
  }));
const brandsOf = (name: string) =>
  step(`subcontractors.${name}`, () => ({
    ...inside,
    id: at("subcontractor-link"),
    vehicleBrandIds: [at("brand"), at("other-brand")],
  }));
const persOf = (name: string) =>
  step(`subcontractors.${name}`, () => ({
    ...inside,
    id: at("subcontractor-link"),
    persIds: [at("pers-0"), at("pers-1")],
  }));

/** What plans at a company's own door. */
export const portalPlanSamples: Step[] = [
  step("companyBulkChanges.planDesk", () => ({
    ...inside,
    ids: [at("pers-alert"), at("alert-of-others")],
    action: "acknowledge",
  })),
];

/** One call of each mutation that a company's own people make; see `preparePortalSamples`. */
export const portalSamples: Step[] = [
  ...partners("dealers"),
  ...partners("subcontractors"),
  vehiclesOf("handOverVehicles"),
  vehiclesOf("takeBackVehicles"),
  vehiclesOf("handOverVehicles"),
  step("dealerVehicles.unlink", () => ({ ...inside, id: at("dealer-link"), vehicleId: at("vehicle-1") })),
  ...imported("dealerVehicles", ["Vehicle Serial Number"], [["PORTAL-V2"], ["PORTAL-V3"]], at("dealer-link")),
  step("subcontractors.manageBrands", () => ({
    ...inside,
    id: at("subcontractor-link"),
    vehicleBrandIds: [at("brand")],
    ifMatch: "*",
  })),
  brandsOf("takeBackBrands"),
  brandsOf("handOverBrands"),
  step("subcontractors.managePers", () => ({
    ...inside,
    id: at("subcontractor-link"),
    persIds: [at("pers-0")],
    ifMatch: "*",
  })),
  persOf("takeBackPers"),
  persOf("handOverPers"),
  ...imported("subcontractorPers", ["Serial Number"], [["PORTAL-2"], ["PORTAL-3"]], at("subcontractor-link")),
  step("waitingInvitations.send", () => inside),
  step("entryRequests.answer", () => ({ ...inside, id: at("entry-request"), status: "let_in" })),
  step("entryRequestsOfAll.answer", () => ({ ...inside, id: at("other-entry-request"), status: "refused" })),
  step("manufacturers.answer", () => ({ ...inside, id: at("invited-link"), status: "accepted" })),
  step("manufacturers.leave", () => ({ ...inside, id: at("invited-link") })),
  ...plain(
    "fleetVehicleModels",
    { vehicleBrandId: at("brand"), nameVehicleModel: "Own", vehicleType: "City" },
    { year: 2026 },
    inside,
  ),
  step(
    "fleetVehicleModels.createByForm",
    () => ({ ...inside, vehicleBrandId: at("brand"), nameVehicleModel: "By form", vehicleType: "City" }),
    "formModel",
  ),
  step("fleetVehicleModels.updateByForm", (made) => ({ ...inside, id: id(made, "formModel"), vehicleType: "Cargo" })),
  step("fleetVehicleModels.setPicture", (made) => ({
    ...inside,
    id: id(made, "formModel"),
    picture: samplePicture,
  })),
  step("fleetVehicleModels.duplicate", (made) => ({
    ...inside,
    id: id(made, "formModel"),
    nameVehicleModel: "A copy",
  })),
  ...alertDeskActions("fleetAlerts", at("pers-alert"), inside),
  step("companyBulkChanges.runDesk", () => ({
    ...inside,
    ids: [at("pers-alert"), at("alert-of-others")],
    action: "reopen",
  })),
  ...notesOf("fleetPers", "pers-0"),
  ...notesOf("fleetVehicles", "vehicle-0"),
  ...notesOf("fleetRiders", "rider"),
  ...notesOf("fleetAlerts", "pers-alert"),
  ...plain("teamRoles", { title: "Team" }, { permissions: ["company-member.read"] }, inside),
  step(
    "teamRoles.translate",
    (made) => ({ ...inside, id: role(made), languageId: french, title: "Équipe" }),
    "teamRole",
  ),
  step("teamRoles.removeTranslation", (made) => ({
    ...inside,
    id: role(made),
    translationId: translation(made, "teamRole", french),
  })),
  step("teamRoles.create", () => ({ ...inside, title: "Drivers" }), "drivers"),
  step("teamRoleConfigurations.updateAll", (made) => ({
    ...inside,
    items: [{ companyRoleId: id(made, "drivers"), isDefault: true }],
  })),
  ...members("members", inside),
  step("teamRoles.setRights", (made) => ({
    ...inside,
    items: [{ companyRoleId: id(made, "drivers"), permissions: ["company-member.read"], ifMatch: "*" }],
  })),
  ...plain("teams", { name: "Couriers" }, { name: "Riders" }, inside),
  step(
    "teamPilots.create",
    (made) => ({ ...inside, companyTeamId: id(made, "teams"), user: newcomer("team-pilot") }),
    "teamPilot",
  ),
  step("teamPilots.update", (made) => ({ ...inside, id: id(made, "teamPilot"), companyTeamId: at("team") })),
  step("teamPilots.remove", (made) => ({ ...inside, id: id(made, "teamPilot") })),
  step("teamPreferences.update", () => ({ ...inside, weeklyReport: true })),
  step("teamMailLooks.setColor", () => ({ ...inside, color: "#1c3c8a" })),
  step("teamMailLooks.setLogo", () => ({ ...inside, logo: samplePicture })),
  step(
    "teamMailTemplates.put",
    () => ({
      ...inside,
      mailTemplateId: fixedId("mail-template", "COMPANY_INVITATION"),
      languageId: french,
      subject: "{{company}}",
      content: "{{firstName}} {{link}}",
    }),
    "teamMail",
  ),
  step("teamMailTemplates.remove", (made) => ({ ...inside, id: id(made, "teamMail") })),
  step("teamMailTemplates.restore", (made) => ({ ...inside, id: id(made, "teamMail") })),
  step("teamAllowToManage.updateAll", (made) => ({
    ...inside,
    items: [{ roleManagerId: role(made), roleId: role(made), allowed: true }],
  })),
];

/** A company with a dealer, a subcontractor and one that invited it; vehicles, devices and a brand to hand over. */
export async function preparePortalSamples(db: Database) {
  const startDate = "2026-01-01T00:00:00.000Z";
  const names = ["company", "dealer", "subcontractor", "inviter", "workshop"];
  await db.insert(companies).values(
    names.map((name) => ({
      id: at(name),
      name: `Portal ${name}`,
      registerNumber: `PORTAL-${name}`,
      companyCategoryId: categoryId("MANUFACTURER"),
    })),
  );
  await db.insert(companyTeams).values({ id: at("team"), companyId, name: "Night shift" });
  const link = (code: string, from: string, to: string, kind: "dealer" | "subcontractor", isOpen = false) => ({
    id: at(`${code}-link`),
    companyId: at(from),
    linkedCompanyId: at(to),
    kind,
    name: to,
    status: isOpen ? ("invited" as const) : ("accepted" as const),
    invitationDate: startDate,
  });
  await db.insert(companyLinks).values([
    link("dealer", "company", "dealer", "dealer"),
    link("subcontractor", "company", "subcontractor", "subcontractor"),
    link("invited", "inviter", "company", "dealer", true),
    { ...link("waiting", "company", "inviter", "subcontractor", true), invitationDate: null },
    { ...link("dealers-open", "company", "inviter", "dealer", true), email: "open-dealer@portal.test" },
    { ...link("subcontractors-open", "company", "workshop", "subcontractor", true), email: "open-sub@portal.test" },
    ...(["dealer", "subcontractor"] as const).map((kind) => ({
      ...link(`${kind}-to-confirm`, "company", kind === "dealer" ? "subcontractor" : "dealer", kind, true),
      status: "to_confirm" as const,
      acceptedEmail: "other@portal.test",
    })),
  ]);
  const brands = ["brand", "other-brand"].map(at);
  await db.insert(vehicleBrands).values(brands.map((id, n) => ({ id, name: `Portal brand ${n}` })));
  await db
    .insert(users)
    .values({ id: at("rider"), email: "rider@portal.test", firstName: "Ri", lastName: "Der", type: "Rider" });
  await db.insert(users).values({
    id: at("asking"),
    email: "asking@portal.test",
    firstName: "As",
    lastName: "King",
    type: "Pro Center Member",
    status: "active",
  });
  await db.insert(companyEntryRequests).values([
    { id: at("entry-request"), companyId, userId: at("asking") },
    { id: at("other-entry-request"), companyId, userId: at("rider") },
  ]);
  const model = { id: at("model"), vehicleBrandId: at("brand"), nameVehicleModel: "Model", vehicleType: "City" };
  await db.insert(vehicleModels).values(model);
  await db.insert(modelPers).values({ id: at("model-pers"), label: "Portal model" });
  for (const n of [0, 1, 2, 3]) {
    const vehicleId = at(`vehicle-${n}`);
    await db.insert(vehicles).values({
      id: vehicleId,
      vehicleModelId: at("model"),
      vehicleSerialNumber: `PORTAL-V${n}`,
      riderId: at("rider"),
    });
    await db.insert(companyVehicleLinks).values({ companyId, vehicleId, startDate });
    const persId = at(`pers-${n}`);
    await db.insert(pers).values({ id: persId, nuSerialPersNumber: `PORTAL-${n}`, modelPERSId: at("model-pers") });
    await db.insert(companyPersLinks).values({ companyId, persId, linkType: 1, startDate });
  }
  await db.insert(levelAlerts).values({ id: at("level-alert"), label: "Portal level", color: "#c92a2a", rank: 1 });
  const rule = { alertLabel: "Portal alert", code: "PORTAL", topicAlert: "Battery", groupAlert: "Energy" };
  await db.insert(alerts).values({ id: at("alert"), levelAlertId: at("level-alert"), ...rule });
  const raised = { persId: at("pers-0"), alertId: at("alert"), startedAt: startDate };
  await db.insert(persAlerts).values({ id: at("pers-alert"), ...raised });
  const assigneeId = fixedId("sample", "assignee");
  await db
    .insert(users)
    .values({ id: assigneeId, email: "a@portal.test", firstName: "A", lastName: "B", type: "Pro Center Member" });
  await db.insert(persAlertCompanyDesks).values({ persAlertId: at("pers-alert"), companyId, assigneeId });
  await db
    .insert(companyVehicleBrandLinks)
    .values(brands.map((vehicleBrandId) => ({ companyId, vehicleBrandId, linkType: 1 })));
}
