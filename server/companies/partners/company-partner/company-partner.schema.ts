import { z } from "zod";
import { PartnerKind, PartnerStatus } from "@/server/companies/partners/company-link/company-link.schema";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";
import { NameText } from "@/server/kit/call/name.schema";
import { Id, Instant, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

/** The name of a company. */
export const PartnerName = NameText(120);
export const RegisterNumber = Text(60);

/** Why a partner is invited: one line that stands in the invitation. */
export const PartnerReason = NameText(200);

const Counts = z.object({
  vehicles: z.int().meta({ description: "Vehicles that were handed over." }),
  pers: z.int().meta({ description: "Devices that were handed over." }),
  brands: z.int().meta({ description: "Brands that were handed over." }),
  users: z.int().meta({ description: "Active members, from when the partner accepts." }),
});

/** How the invitation of a partner stands, as its inviter sees it; the same whether the company was known or not. */
const InvitationState = z.object({
  state: z.enum(["waiting", "sent", "delivered", "failed", "opened", "expired", "answered"]),
  sentAt: Instant.nullable(),
  deliveredAt: Instant.nullable().meta({ description: "when the mail server of the address took it" }),
  openedAt: Instant.nullable().meta({ description: "when the button of its page was pressed" }),
  expiresAt: Instant.nullable(),
  remindersCount: z.int(),
  lastRemindedAt: Instant.nullable(),
  canRemind: z.boolean().meta({ description: "none within three days of the last mail, three in all" }),
  languageId: Id.nullable(),
  reason: z.string().nullable(),
});

const ofLink = {
  id: Id,
  status: PartnerStatus,
  company: z.object({
    id: Id.nullable().meta({ description: "null until the partner accepts" }),
    name: z.string().meta({ description: "as it was invited, until the partner accepts" }),
    registerNumber: z.string(),
    email: ShownEmail.nullable(),
    isVerified: z
      .boolean()
      .nullable()
      .meta({ description: "Whether Persdesk's staff have verified it; null until the partner accepts." }),
  }),
  acceptedEmail: z
    .string()
    .nullable()
    .meta({ description: "Who accepted under another address than the one invited, while that is to be confirmed." }),
  invitationDate: Instant.nullable().meta({ description: "null: the invitation waits for staff" }),
  invitation: InvitationState.nullable(),
};

/** A dealer or subcontractor, as the company sees it that invited it. */
export const Partner = z.object({ ...ofLink, counts: Counts, ...Stamps }).meta({ id: "CompanyPartnerDTO" });

const Person = z.object({ id: Id, firstName: z.string(), lastName: z.string(), email: ShownEmail });
const Named = z.object({ id: Id, name: z.string() });
const HandedPers = z.object({
  id: Id,
  nuSerialPersNumber: z.string(),
  modelPERS: z.object({ id: Id, label: z.string() }),
});

const HandedVehicle = z.object({
  id: Id,
  vehicleSerialNumber: z.string(),
  nameVehicle: z.string().nullable(),
  nameVehicleModel: z.string(),
  vehicleBrand: z.string(),
});

export const DealerDetail = z
  .object({
    ...ofLink,
    vehicles: z.array(HandedVehicle),
    prepared: z
      .object({ vehicles: z.array(HandedVehicle) })
      .meta({ description: "handed over when the partner accepts" }),
    users: z.array(Person),
    ...Stamps,
  })
  .meta({ id: "DealerDetailResponseDTO" });

export const SubcontractorDetail = z
  .object({
    ...ofLink,
    brands: z.array(Named),
    models: z.array(z.object({ id: Id, nameVehicleModel: z.string(), vehicleBrandId: Id })),
    pers: z.array(HandedPers),
    prepared: z
      .object({ pers: z.array(HandedPers), brands: z.array(Named) })
      .meta({ description: "handed over when the partner accepts" }),
    users: z.array(Person),
    ...Stamps,
  })
  .meta({ id: "SubcontractorDetailResponseDTO" });

export const CreatePartner = z
  .object({
    name: PartnerName,
    registerNumber: RegisterNumber,
    email: Email,
    languageId: Id.nullish().meta({ description: "Of the invitation; the default language where not said." }),
    reason: PartnerReason.nullish().meta({ description: "Why; it stands in the invitation." }),
  })
  .meta({ id: "CreateCompanyCompanyDTO" });

/** What of an invitation can be corrected until it is answered. */
export const CorrectPartner = CreatePartner.pick({ name: true, email: true });

export const UpdatePartner = CorrectPartner.partial().meta({ id: "UpdateCompanyCompanyDTO" });

export const ListPartners = listInput({
  sort: ["name", "registerNumber", "status", "invitationDate", "createdAt", "updatedAt"],
  filters: {
    name: Search.meta({ description: "Part of the name or the register number." }),
    status: PartnerStatus,
    isWaiting: z.boolean().meta({ description: "Whether the invitation waits for staff." }),
  },
});

/** The address under which the partner accepted, as the caller saw it: should it be another by now, nothing happens. */
export const ConfirmPartner = z.object({ email: Email });

export const ManageBrands = z.object({ vehicleBrandIds: z.array(Id).max(1000) });
export const ManagePers = z.object({ persIds: z.array(Id).max(10_000) });
export const HandOverPers = z.object({ persIds: z.array(Id).min(1).max(1000) });
export const HandOverBrands = z.object({ vehicleBrandIds: z.array(Id).min(1).max(1000) });
/** How many were handed over or taken back; those that were there, or gone, already are not counted. */
export const HandedOver = z.object({ changed: z.int() });
export const HandOverVehicles = z.object({ vehicleIds: z.array(Id).min(1).max(1000) });

/** The partners to remind; all of the kind who have not answered where not said. */
export const RemindPartners = z.object({ ids: z.array(Id).min(1).max(1000).optional() });

/** What became of reminders. */
export const Reminded = z.object({
  sent: z.int(),
  tooSoon: z.int().meta({ description: "Written to within the last three days." }),
  spent: z.int().meta({ description: "Had three reminders." }),
  beyond: z.int().meta({ description: "Beyond the invitations of the day." }),
});

/** How many more invitations the company may send today; null: any number. */
export const InvitationsLeft = z.object({ left: z.int().nullable() });

/** How many invitations of an import went out, and how many wait for staff. */
export const ImportedInvitations = z.object({ sent: z.int(), waiting: z.int() });

/** A company that invited this one, as this one sees it. */
export const Manufacturer = z
  .object({
    id: Id,
    kind: PartnerKind,
    status: PartnerStatus,
    company: z.object({
      id: Id,
      name: z.string(),
      registerNumber: z.string(),
      email: ShownEmail.nullable(),
      isVerified: z.boolean(),
    }),
    counts: Counts,
    invitationDate: Instant.nullable(),
    ...Stamps,
  })
  .meta({ id: "CompanyManufacturersResponseDTO" });

export const AnswerManufacturer = z
  .object({ status: z.enum(["accepted", "refused"]) })
  .meta({ id: "UpdateStatusCompanyManufacturersDTO" });

export const ListManufacturers = listInput({
  sort: ["name", "kind", "status", "invitationDate", "createdAt"],
  filters: { name: Search.meta({ description: "Part of the name." }), status: PartnerStatus, kind: PartnerKind },
});

/** What was sent of what waited for staff. */
export const SentInvitations = z.object({ sent: z.int() });
