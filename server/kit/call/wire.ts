import { z } from "zod";
import "@/server/kit/value/zod-set-up.rules";
import { lineFault, plainBreaks, textFault } from "@/server/kit/value/text.rules";
import { versionPattern } from "@/server/kit/value/version.rules";
import { beginningOf, endAfter, isWithinYears } from "@/texts/clock";
import type { RestFile, UploadedFile } from "./meta";

/** A UUID, in any case as it is sent, in small letters from here on. */
export const Id = z.uuid().toLowerCase();

/** The check of a text by a function that says what is wrong with it. */
export const without =
  (fault: (text: string) => string | undefined): z.core.CheckFn<string> =>
  ({ value, issues }) => {
    const message = fault(value);
    if (message) issues.push({ code: "custom", message, input: value });
  };

const trimmed = (max: number, min: number) => z.string().trim().min(min).max(max);

/** One line of one to `max` characters, without its outer white space (ADR 19). */
export const Text = (max: number, min = 1) => trimmed(max, min).check(without(lineFault));

/** As `Text`, over several lines, whose breaks are stored as \n. */
export const LongText = (max: number, min = 1) => trimmed(max, min).overwrite(plainBreaks).check(without(textFault));

/** A version, such as 3.1.0; `versionKey` is its order. */
export const Version = Text(60).regex(versionPattern, "Write it like 3.1.0, or 3.2.0-rc.1.");

/** An address on the web, with http or https and its host. */
export const WebAddress = Text(2000)
  .refine(
    (text) => /^https?:\/\/[^\s/?#]/i.test(text) && URL.canParse(text),
    "Give an address such as https://example.com/manual.",
  )
  .meta({ format: "uri", pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#]" });

/** The same in an answer: declared and not checked, as `Instant` is. */
export const ShownAddress = z.string().meta({ format: "uri" });

/** A link that an app may open: an address on the web, a mail address or a phone number. */
export const LinkAddress = Text(2000)
  .refine(
    (text) =>
      (/^https?:\/\/[^\s/?#]/i.test(text) && URL.canParse(text)) ||
      /^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d ()-]{3,30})$/i.test(text),
    "Give an address such as https://example.com, mailto:help@example.com or tel:+33123456789.",
  )
  .meta({ format: "uri", pattern: "^([Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#]|[Mm][Aa][Ii][Ll][Tt][Oo]:|[Tt][Ee][Ll]:)" });

/** The place of a record among its like: the lowest comes first. */
export const Rank = z.int().min(0).max(1_000_000);

/** A text to search for. One that no record can hold is not an error: it finds nothing. */
export const Search = z.string().max(200);

/**
 * An instant in an answer: ISO 8601, UTC, milliseconds. The format is declared and not checked, because answers are
 * made by us.
 */
export const Instant = z.string().meta({ format: "date-time" });

const notRead = "Give a date such as 2026-01-31, or a date-time such as 2026-01-31T10:00:00Z.";
const Written = z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: notRead });
const isReadable = (text: string) => isWithinYears(Date.parse(text));

/** A moment in a request: a date-time with its zone, or a bare day, of the years 1 to 9999. */
export const Moment = Written.refine(isReadable, notRead);

/** Nothing that people or devices say happened, begins or ends before this day. */
const earliestDay = "2000-01-01";
const isStored = (text: string) => isReadable(text) && beginsBy(text) >= earliestDay;
const beginsBy = (text: string) => (text.length === earliestDay.length ? text : new Date(text).toISOString());
const notStored = "Give a moment from 2000-01-01 to 9999-12-31.";

/**
 * As `Moment`, for what is stored, from the year 2000 on: it becomes an instant, a bare day its first millisecond by the
 * reader's clock, which by REST is UTC.
 */
export const StoredMoment = Written.refine(isStored, notStored).overwrite(beginningOf);

/** As `StoredMoment`, for the end of a period: a bare day lasts to its end, so it becomes the first instant of the next. */
export const StoredEnd = Written.refine(isStored, notStored).overwrite(endAfter);

/** As `StoredMoment`, for a date-time alone, such as a device sends. */
export const StoredInstant = z.iso
  .datetime({ offset: true, error: "Give a date-time with its zone, such as 2026-01-31T10:00:00Z." })
  .refine(isStored, notStored)
  .overwrite(beginningOf);

/** What every editable record carries. `version` grows with each change; it is what the ETag shows and If-Match compares. */
export const Stamps = { createdAt: Instant, updatedAt: Instant, version: z.int() };

/** As `Stamps`, for a record whose `version` on the wire is a word of its own. */
export const RevisionStamps = { createdAt: Instant, updatedAt: Instant, revision: z.int() };

/** The answer of an operation without a body: 204. */
export const Nothing = z.void();

/** The version the caller loaded, `"3"`; a write on another version is 412. The adapter fills it from the If-Match header. */
export const IfMatch = z.string().max(200).optional();

/** Input of a write on one record: its id, the fields, and the version the caller saw. */
export const byId = <S extends z.ZodRawShape>(shape: S) => z.object({ id: Id, ifMatch: IfMatch, ...shape });

/** The version that a screen saw: what replaces a whole set names it, so that no set is made from what is out of date. */
export const SeenVersion = z.string().min(1).max(200);

/**
 * As `byId`, for a write that replaces a whole set. The typed door requires the version (ADR 87); at the REST door
 * If-Match stays a choice, for a request without it means `*`.
 */
export const bySeen = <S extends z.ZodRawShape>(shape: S) => z.object({ id: Id, ifMatch: SeenVersion, ...shape });

/** Input of a read of one record. */
export const ById = z.object({ id: Id });

/** Input of every operation inside a company. */
export const OfCompany = z.object({ companyId: Id });

/** In an answer without its secret: the repeat of a call with an Idempotency-Key (decisions 0). */
export const SecretShown = z.literal(true).optional().meta({ description: "The secret was answered before." });

const isUpload = (value: unknown) => {
  const { name, type, bytes } = Object(value);
  return typeof name === "string" && typeof type === "string" && bytes instanceof Uint8Array;
};
const isDownload = (value: unknown) => {
  const { name, type, body } = Object(value);
  const isBody = body instanceof Uint8Array || body instanceof ReadableStream;
  return typeof name === "string" && typeof type === "string" && isBody;
};
const binary = { type: "string", format: "binary" } as const;

/** A file that came in a form; it is one of the input keys that `rest.files` names. */
export const Upload = z.custom<UploadedFile>(isUpload, "Choose a file.").meta(binary);

/** A file to answer with. */
export const Download = z.custom<RestFile>(isDownload).meta(binary);

/** A schema whose type its caller knows, where the compiler does not follow how it was put together. */
export const known = <S extends z.ZodType>(schema: z.ZodType) => schema as S;
