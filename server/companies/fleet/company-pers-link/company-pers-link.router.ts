import { del, get, patch, post } from "@/server/kit/call/meta";
import { ofAnyCompany, permitted, router } from "@/server/kit/call/procedure";
import { importProcedures } from "@/server/kit/import/import-procedures";
import { pageOf } from "@/server/kit/list/list.schema";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { companyPersImporter } from "./company-pers-import.service";
import {
  CompanyPersLink,
  CreateCompanyPersLink,
  LinkedCompany,
  ListCompanyPersLinks,
  ListLinkedCompanies,
  ListLinksOfPers,
  UpdateCompanyPersLink,
} from "./company-pers-link.schema";
import { companyPersLinkService } from "./company-pers-link.service";
import { linkedCompanyService } from "./linked-company.service";

const root = "/v1/backoffice";
const at = `${root}/companies/{companyId}/company-pers-link`;
const internal = `${root}/internals/company-pers-link`;
const section = "4.7";
const byKey = { section, auth: "apiKey" } as const;

const of = {
  may: { read: "company-pers-link.read", write: "company-pers-link.write" },
  item: CompanyPersLink,
  service: companyPersLinkService,
} as const;
const bodies = { create: CreateCompanyPersLink, update: UpdateCompanyPersLink };
const { read } = of.may;

const Links = pageOf(CompanyPersLink).meta({ id: "ListCompanyPersLinkResponseDTO" });
const ofPers = (rest: ReturnType<typeof get>) =>
  permitted(read, rest)
    .input(ListLinksOfPers)
    .output(Links)
    .query(({ ctx, input }) => companyPersLinkService.ofPers(ctx, input));

// A key names the company in the query or the body; it changes a link by the link's id alone.
const { list: listByKey } = listProcedures({
  ...of,
  door: ofAnyCompany,
  rest: get(internal, byKey),
  input: ListCompanyPersLinks,
});
const { create: createByKey } = crudProcedures({
  ...of,
  door: ofAnyCompany,
  rest: { create: post(internal, { ...byKey, status: 201, dto: "CreateInternalCompanyPersLinkDTO" }) },
  create: CreateCompanyPersLink,
});
const { update: updateByKey, remove: removeByKey } = crudProcedures({
  ...of,
  rest: { update: patch(`${internal}/{id}`, byKey), remove: del(`${internal}/{id}`, byKey) },
  update: UpdateCompanyPersLink,
});

export const companyPersLinkRouter = router({
  ...listProcedures({
    ...of,
    door: ofAnyCompany,
    rest: get(at, { section }),
    input: ListCompanyPersLinks,
    dto: "ListCompanyPersLinkResponseDTO",
  }),
  ...crudProcedures({
    ...of,
    ...bodies,
    door: ofAnyCompany,
    rest: {
      create: post(at, { section, status: 201 }),
      update: patch(`${at}/{id}`, { section }),
      remove: del(`${at}/{id}`, { section }),
    },
  }),
  ofPers: ofPers(get(`${root}/pers/{persId}/company-pers-link`, { section })),
  ofPersByKey: ofPers(get(`${root}/internals/pers/{persId}/company-pers-link`, byKey)),
  companies: permitted(read, get(`${root}/company-pers-link/{linkType}/companies`, { section }))
    .input(ListLinkedCompanies)
    .output(pageOf(LinkedCompany).meta({ id: "SheetCompanyLinkResponseDTO" }))
    .query(({ ctx, input }) => linkedCompanyService.list(ctx, input)),
  imports: router(importProcedures({ may: of.may, importer: companyPersImporter, door: ofAnyCompany })),
  listByKey,
  createByKey,
  updateByKey,
  removeByKey,
});
