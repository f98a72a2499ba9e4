import { z } from "zod";
import { Email } from "@/server/kit/call/email.schema";
import { Id, Instant, LongText, Search, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { choice } from "@/server/kit/value/words.rules";
import { erasureWords } from "./erasure.rules";
import { retentionCodes } from "./retention.rules";

export const OfPerson = z.object({ email: Email });

/** A part of what is held of somebody: its newest rows, each as label and value. */
const HeldPart = z.object({
  key: z.string(),
  title: z.string(),
  count: z.int(),
  rows: z.array(z.record(z.string(), z.string())),
});
export const Held = z.object({
  email: z.string(),
  name: z.string().nullable(),
  at: Instant,
  /** anonymised contact logs were looked through too */
  hasSealed: z.boolean(),
  parts: z.array(HeldPart),
});
export type Held = z.output<typeof Held>;

/** Further rows of one part, from `skip` on. */
export const MoreHeld = OfPerson.extend({
  part: z.string().max(40),
  skip: z.int().min(0).max(10_000_000),
});
export const HeldRows = z.object({ rows: HeldPart.shape.rows });

export const DownloadHeld = OfPerson.extend({ format: z.enum(["json", "html"]) });

export const ErasureLine = z.object({
  what: z.string(),
  does: z.enum(["deleted", "masked", "kept"]),
  count: z.int(),
  why: z.string().optional(),
});
/** A place that may name the person, and that erasing leaves alone; with some of its texts. */
export const ByHand = z.object({
  where: z.string(),
  count: z.int(),
  examples: z.array(z.object({ id: z.string(), text: z.string() })),
});
export type ByHand = z.output<typeof ByHand>;
export const ErasurePlan = z.object({
  lines: z.array(ErasureLine),
  hash: z.string(),
  /** what a person has to look at and decide; no part of the hash, because others of that name may be meant */
  byHand: z.array(ByHand),
});

export const Erasure = z.object({
  id: Id,
  email: z.string().nullable(),
  pseudonym: z.string(),
  reason: z.string(),
  status: choice(erasureWords),
  requestedById: Id,
  requestedBy: z.string(),
  lapsesAt: Instant,
  confirmedBy: z.string().nullable(),
  doneAt: Instant.nullable(),
  planHash: z.string().nullable(),
  lines: z.array(ErasureLine),
  ...Stamps,
});

export const ListErasures = listInput({
  sort: ["createdAt", "doneAt", "pseudonym"],
  filters: { status: z.enum(["requested", "done", "cancelled"]), pseudonym: Search },
});

export const RequestErasure = OfPerson.extend({ reason: LongText(500) });
export const ConfirmErasure = z.object({ id: Id, planHash: z.string().regex(/^[0-9a-f]{64}$/) });

const Days = z.int().min(1, "At least one day.").max(36_500, "At most a hundred years.").nullable();
export const Retention = z.object({
  kind: z.enum(retentionCodes),
  title: z.string(),
  days: Days,
  /** rows there are, and those that a run would remove now */
  total: z.int(),
  removes: z.int(),
});
export const Retentions = z.array(Retention);
export const KindAndDays = z.object({ kind: z.enum(retentionCodes), days: Days });
export const RetentionPreview = z.object({ removes: z.int(), until: Instant.nullable() });
