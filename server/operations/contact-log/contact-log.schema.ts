import { z } from "zod";
import { Email } from "@/server/kit/call/email.schema";
import { Id, Instant, LongText, Moment, Search, Stamps, StoredMoment, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { lastDaysOf } from "@/server/kit/list/list-operators.schema";
import { either, said } from "@/server/kit/value/words.rules";
import { appNames } from "@/server/platform/product-name/product-name.rules";
import { contactTypeCodes, contactTypes } from "./contact-log.rules";

export const ContactLog = z
  .object({
    id: Id,
    email: z.string().meta({ description: "Masked where the log is anonymised." }),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    type: z.string().register(said, { words: contactTypes }),
    content: z.string().meta({ description: "Masked where the log is anonymised." }),
    platformTechKey: z.string().register(said, { words: appNames }),
    receivedAt: Instant,
    isAnonymized: either("Anonymised", "Readable"),
    anonymizedAt: Instant.nullable(),
    ...Stamps,
  })
  .meta({ id: "PlatformContactLogDTO" });

export const ListContactLogs = listInput({
  sort: ["receivedAt", "email", "type", "platformTechKey", "createdAt"],
  filters: {
    email: Search,
    type: Search,
    content: Search,
    startDate: Moment,
    endDate: Moment,
    ...lastDaysOf("receivedAt"),
  },
  order: "receivedAt:desc",
});

export const ListAnonymizedContactLogs = listInput({
  sort: ["anonymizedAt", "receivedAt", "type", "platformTechKey", "createdAt"],
  filters: { email: Search, type: Search, content: Search, startDate: Moment, endDate: Moment },
  order: "anonymizedAt:desc",
});

const { email, type, content, startDate, endDate } = ListContactLogs.shape;
export const ExportContactLogs = z.object({
  email,
  type,
  content,
  startDate,
  endDate,
  fileFormat: z.enum(["csv", "xls"]).default("csv"),
});

export const DeletedContactLogs = z
  .object({ deleted: z.int(), before: Instant })
  .meta({ id: "ArchivedPlatformContactLogDTO" });

const Name = Text(80).nullish();

/** What an app or a site sends by key. */
export const SentContactLog = z.object({
  email: Email,
  firstName: Name,
  lastName: Name,
  type: Text(60),
  content: LongText(5000),
  platformTechKey: Text(100),
  receivedAt: StoredMoment.optional(),
});
export const SendContactLogs = z
  .object({ items: z.array(SentContactLog).min(1).max(1000) })
  .meta({ id: "CreatePlatformContactLogsDTO" });
export const SentContactLogs = z.object({ accepted: z.int() }).meta({ id: "CreatedPlatformContactLogsDTO" });

/** The portal's contact form: who writes is known. */
export const WriteToUs = z.object({
  type: z.enum(contactTypeCodes),
  content: LongText(5000),
});
