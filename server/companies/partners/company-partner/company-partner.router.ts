import { z } from "zod";
import { invitationsLeft } from "@/server/companies/partners/invitation-quota.service";
import { del, get, patch, post, type RestMeta } from "@/server/kit/call/meta";
import { ofAnyCompany, ofCompany, router } from "@/server/kit/call/procedure";
import { ById, byId, bySeen, Download, Id, Nothing, Upload } from "@/server/kit/call/wire";
import { FileAnswer, ImportReport } from "@/server/kit/import/import.schema";
import { templateOf } from "@/server/kit/import/import-files";
import { importProcedures } from "@/server/kit/import/import-procedures";
import type { Importer } from "@/server/kit/import/importer";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import type { Permission } from "@/server/permissions";
import type { PartnerKind } from "./company-partner.rules";
import {
  AnswerManufacturer,
  ConfirmPartner,
  CreatePartner,
  DealerDetail,
  HandedOver,
  HandOverBrands,
  HandOverPers,
  HandOverVehicles,
  ImportedInvitations,
  InvitationsLeft,
  ListManufacturers,
  ListPartners,
  ManageBrands,
  ManagePers,
  Manufacturer,
  Partner,
  Reminded,
  RemindPartners,
  SentInvitations,
  SubcontractorDetail,
  UpdatePartner,
} from "./company-partner.schema";
import { dealerService, manufacturerService, subcontractorService } from "./company-partner.service";
import { dealerVehicleImporter, subcontractorPersImporter } from "./handover-import.service";
import { exportPers, exportVehicles } from "./partner-export.service";
import { dealerImporter, importedInvitations, subcontractorImporter } from "./partner-import.service";
import { sendWaiting } from "./partner-invitation.service";
import { uploadWorkbook } from "./workbook-upload.service";

const company = "/v1/users/companies/{companyId}";
const section = "4.9" as const;
const Template = FileAnswer.meta({ id: "DownloadImportTemplateDTO" });
const Report = ImportReport.meta({ id: "ImportCompanyLinkResponseDTO" });

type May = { read: Permission; write: Permission };

/** The file with the columns of an import. */
const templateProcedure = (may: May, rest: RestMeta, importer: Importer) =>
  ofCompany(may.read, rest)
    .output(Template)
    .query(() => templateOf(importer, "xlsx"));

const uploads = { section, files: ["file"], query: ["dryRun"] };
const UploadFile = z.object({ file: Upload, dryRun: z.boolean().default(false) });

/** What a company does with its dealers and with its subcontractors alike. */
function partnerProcedures(options: {
  may: May;
  at: string;
  dto: string;
  end: RestMeta;
  service: typeof dealerService | typeof subcontractorService;
  importer: Importer;
  kind: PartnerKind;
}) {
  const { may, at, dto, end, service, importer, kind } = options;
  const one = `${at}/{id}`;
  const of = { may, item: Partner, door: ofCompany };
  const { create, update } = crudProcedures({
    ...of,
    service: { get: service.get, create: service.create, update: service.update },
    create: CreatePartner,
    update: UpdatePartner,
    rest: { create: post(at, { section, status: 204 }), update: patch(one, { section, status: 204 }) },
  });
  return {
    ...listProcedures({ ...of, rest: get(at, { section }), input: ListPartners, dto, service }),
    create,
    update,
    resend: ofCompany(may.write, post(`${one}/resend-invitation`, { section }))
      .input(ById)
      .output(Nothing)
      .mutation(({ ctx, input }) => service.resend(ctx, input.id)),
    confirm: ofCompany(may.write)
      .input(byId(ConfirmPartner.shape))
      .output(Partner)
      .mutation(({ ctx, input }) => service.confirm(ctx, input.id, input.email, input.ifMatch)),
    remind: ofCompany(may.write)
      .input(RemindPartners)
      .output(Reminded)
      .mutation(({ ctx, input }) => service.remind(ctx, input.ids)),
    invitationsLeft: ofCompany(may.read)
      .output(InvitationsLeft)
      .query(async ({ ctx }) => {
        const left = await invitationsLeft(ctx);
        return { left: Number.isFinite(left) ? left : null };
      }),
    importedInvitations: ofCompany(may.read)
      .input(ById)
      .output(ImportedInvitations)
      .query(({ ctx, input }) => importedInvitations(ctx, kind, input.id)),
    remove: ofCompany(may.write, end)
      .input(byId({}))
      .output(Nothing)
      .mutation(({ ctx, input }) => service.end(ctx, input.id, input.ifMatch)),
    template: templateProcedure(may, get(`${at}/import/template`, { section }), importer),
    upload: ofCompany(may.write, post(`${at}/import`, uploads), {
      dear: "import",
      withoutKey: "its rows are counted before any transaction",
    })
      .input(UploadFile)
      .output(Report)
      .mutation(({ ctx, input: { file, dryRun } }) => uploadWorkbook(ctx, importer, { file, dryRun })),
    imports: router(importProcedures({ may, importer, door: ofCompany })),
  };
}

const dealers = `${company}/dealers`;
const ofDealers = { read: "company-dealer.read", write: "company-dealer.write" } as const;

export const dealerRouter = router({
  ...partnerProcedures({
    may: ofDealers,
    at: dealers,
    dto: "ListCompanyDealerResponseDTO",
    end: del(`${dealers}/{id}/unlink`, { section }),
    service: dealerService,
    importer: dealerImporter,
    kind: "dealer",
  }),
  get: ofCompany(ofDealers.read, get(`${dealers}/{id}`, { section }))
    .input(ById)
    .output(DealerDetail)
    .query(({ ctx, input }) => dealerService.detail(ctx, input.id)),
  handOverVehicles: ofCompany(ofDealers.write)
    .input(ById.extend(HandOverVehicles.shape))
    .output(HandedOver)
    .mutation(({ ctx, input }) => dealerService.handOverVehicles(ctx, input.id, input.vehicleIds)),
  takeBackVehicles: ofCompany(ofDealers.write)
    .input(ById.extend(HandOverVehicles.shape))
    .output(HandedOver)
    .mutation(({ ctx, input }) => dealerService.takeBackVehicles(ctx, input.id, input.vehicleIds)),
});

export const dealerVehicleRouter = router({
  unlink: ofCompany(ofDealers.write, post(`${dealers}/{id}/vehicle/{vehicleId}/unlink`, { section }))
    .input(ById.extend({ vehicleId: Id }))
    .output(Nothing)
    .mutation(({ ctx, input }) => dealerService.unlinkVehicle(ctx, input.id, input.vehicleId)),
  template: ofCompany(ofDealers.read, get(`${dealers}/{id}/vehicle/import/template`, { section }))
    .input(ById)
    .output(Template)
    .query(async ({ ctx, input }) => {
      await dealerService.get(ctx, input.id);
      return templateOf(dealerVehicleImporter, "xlsx");
    }),
  export: ofCompany(ofDealers.read, get(`${dealers}/{id}/vehicle/export`, { section }), { dear: "export" })
    .input(ById)
    .output(Download)
    .query(({ ctx, input }) => exportVehicles(ctx, input.id)),
  upload: ofCompany(ofDealers.write, post(`${dealers}/{id}/vehicle/import`, uploads), { dear: "import" })
    .input(ById.extend(UploadFile.shape))
    .output(Report)
    .mutation(({ ctx, input: { id, file, dryRun } }) =>
      uploadWorkbook(ctx, dealerVehicleImporter, {
        file,
        dryRun,
        options: { partnerId: id },
      }),
    ),
  imports: router(importProcedures({ may: ofDealers, importer: dealerVehicleImporter, door: ofCompany })),
});

const subcontractors = `${company}/subcontractors`;
const ofSubcontractors = { read: "company-subcontractor.read", write: "company-subcontractor.write" } as const;

export const subcontractorRouter = router({
  ...partnerProcedures({
    may: ofSubcontractors,
    at: subcontractors,
    dto: "ListCompanySubcontractorResponseDTO",
    end: del(`${subcontractors}/{id}`, { section }),
    service: subcontractorService,
    importer: subcontractorImporter,
    kind: "subcontractor",
  }),
  get: ofCompany(ofSubcontractors.read, get(`${subcontractors}/{id}`, { section }))
    .input(ById)
    .output(SubcontractorDetail)
    .query(({ ctx, input }) => subcontractorService.detail(ctx, input.id)),
  manageBrands: ofCompany(
    ofSubcontractors.write,
    post(`${subcontractors}/{id}/manage-brand`, { section, dto: "ManageBrandCompanySubcontractorDTO" }),
  )
    .input(bySeen(ManageBrands.shape))
    .output(Nothing)
    .mutation(({ ctx, input }) =>
      subcontractorService.manageBrands(ctx, input.id, input.vehicleBrandIds, input.ifMatch),
    ),
  managePers: ofCompany(
    ofSubcontractors.write,
    post(`${subcontractors}/{id}/manage-pers`, { section, dto: "ManagePersCompanySubcontractorDTO" }),
  )
    .input(bySeen(ManagePers.shape))
    .output(Nothing)
    .mutation(({ ctx, input }) => subcontractorService.managePers(ctx, input.id, input.persIds, input.ifMatch)),
  handOverPers: ofCompany(ofSubcontractors.write)
    .input(ById.extend(HandOverPers.shape))
    .output(HandedOver)
    .mutation(({ ctx, input }) => subcontractorService.handOverPers(ctx, input.id, input.persIds)),
  takeBackPers: ofCompany(ofSubcontractors.write)
    .input(ById.extend(HandOverPers.shape))
    .output(HandedOver)
    .mutation(({ ctx, input }) => subcontractorService.takeBackPers(ctx, input.id, input.persIds)),
  handOverBrands: ofCompany(ofSubcontractors.write)
    .input(ById.extend(HandOverBrands.shape))
    .output(HandedOver)
    .mutation(({ ctx, input }) => subcontractorService.handOverBrands(ctx, input.id, input.vehicleBrandIds)),
  takeBackBrands: ofCompany(ofSubcontractors.write)
    .input(ById.extend(HandOverBrands.shape))
    .output(HandedOver)
    .mutation(({ ctx, input }) => subcontractorService.takeBackBrands(ctx, input.id, input.vehicleBrandIds)),
});

export const subcontractorPersRouter = router({
  template: templateProcedure(
    ofSubcontractors,
    get(`${subcontractors}/template-import-pers`, { section }),
    subcontractorPersImporter,
  ),
  export: ofCompany(ofSubcontractors.read, get(`${subcontractors}/{id}/export-pers`, { section }), { dear: "export" })
    .input(ById)
    .output(Download)
    .query(({ ctx, input }) => exportPers(ctx, input.id)),
  upload: ofCompany(ofSubcontractors.write, post(`${subcontractors}/{id}/import-pers`, uploads), { dear: "import" })
    .input(ById.extend(UploadFile.shape))
    .output(Report)
    .mutation(({ ctx, input: { id, file, dryRun } }) =>
      uploadWorkbook(ctx, subcontractorPersImporter, {
        file,
        dryRun,
        options: { partnerId: id },
      }),
    ),
  imports: router(importProcedures({ may: ofSubcontractors, importer: subcontractorPersImporter, door: ofCompany })),
});

const manufacturers = `${company}/manufacturers`;
const ofManufacturers = { read: "company-manufacturer.read", write: "company-manufacturer.write" } as const;
const ofInviters = { may: ofManufacturers, item: Manufacturer, door: ofCompany };

export const manufacturerRouter = router({
  ...listProcedures({
    ...ofInviters,
    rest: get(manufacturers, { section }),
    input: ListManufacturers,
    dto: "ListCompanyManufacturersResponseDTO",
    service: manufacturerService,
  }),
  ...crudProcedures({ ...ofInviters, service: { get: manufacturerService.get } }),
  answer: ofCompany(
    ofManufacturers.write,
    patch(`${manufacturers}/{id}/status`, { section, dto: "UpdateStatusCompanyManufacturersDTO" }),
  )
    .input(byId(AnswerManufacturer.shape))
    .output(Manufacturer)
    .mutation(({ ctx, input }) => manufacturerService.answer(ctx, input.id, input.status, input.ifMatch)),
  leave: ofCompany(ofManufacturers.write, del(`${manufacturers}/{id}`, { section }))
    .input(byId({}))
    .output(Manufacturer)
    .mutation(({ ctx, input }) => manufacturerService.leave(ctx, input.id, input.ifMatch)),
});

/** Invitations beyond those of a day, which staff let go. */
export const waitingInvitationRouter = router({
  send: ofAnyCompany("company-admin.write")
    .output(SentInvitations)
    .mutation(async ({ ctx }) => ({ sent: await sendWaiting(ctx) })),
});
