import { z } from "zod";
import { linkTypeWords } from "@/server/companies/fleet/link-type.rules";
import { Id, Instant, LongText, Moment, Search, Stamps, StoredEnd, StoredMoment } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { said, shown } from "@/server/kit/value/words.rules";

export const LinkType = z
  .literal([1, 2], { error: "Give 1 (manufacturer) or 2 (subcontractor)." })
  .meta({ description: "1 manufacturer, 2 subcontractor" })
  .register(said, { words: linkTypeWords });
/** The same in an answer. */
export const ShownLinkType = shown(LinkType);

export const CompanyPersLink = z
  .object({
    id: Id,
    pers: z.object({
      id: Id,
      nuSerialPersNumber: z.string(),
      modelPERS: z.object({ id: Id, label: z.string() }),
    }),
    company: z.object({ id: Id, name: z.string() }),
    grantedByCompanyId: Id.nullable().meta({ description: "the company that handed the device over; null: staff" }),
    linkType: ShownLinkType,
    startDate: Instant,
    endDate: Instant.nullable().register(said, { none: "Open" }),
    comment: z.string().nullable(),
    ...Stamps,
  })
  .meta({ id: "CompanyPersLinkResponseDTO" });

const period = {
  startDate: StoredMoment.optional().meta({ description: "now where not said" }),
  endDate: StoredEnd.nullish().meta({
    description: "the first moment that it no longer counts; a bare day counts to its end",
  }),
  comment: LongText(1000).nullish(),
};

export const CreateCompanyPersLink = z
  .object({ persId: Id, linkType: LinkType, ...period })
  .meta({ id: "CreateCompanyPersLinkDTO" });

export const UpdateCompanyPersLink = z.object(period).meta({ id: "UpdateCompanyPersLinkDTO" });

const sort = ["startDate", "endDate", "linkType", "pers.nuSerialPersNumber", "company.name", "createdAt"] as const;

export const ListCompanyPersLinks = listInput({
  sort,
  filters: {
    serialPersNumber: Search,
    modelPERS: Search.meta({ description: "Part of the model's label." }),
    linkType: LinkType,
    startDate: Moment.meta({ description: "open then or later" }),
    endDate: Moment.meta({ description: "begun then or before" }),
    persId: Id,
  },
});

/** The links of one PERS to all companies. */
export const ListLinksOfPers = listInput({ sort, filters: { persId: Id }, required: ["persId"] });

export const LinkedCompany = z
  .object({
    company: z.object({
      id: Id,
      name: z.string(),
      registerNumber: z.string(),
      category: z.object({ id: Id, code: z.string(), label: z.string() }),
    }),
    linksCount: z.int(),
    openLinksCount: z.int(),
  })
  .meta({ id: "CompanyLinkDTO" });

export const ListLinkedCompanies = listInput({
  sort: ["name", "registerNumber", "createdAt"],
  filters: { linkType: LinkType },
  required: ["linkType"],
  order: "name:asc",
});
