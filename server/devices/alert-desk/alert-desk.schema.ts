import { z } from "zod";
import {
  byId,
  Id,
  Instant,
  LongText,
  Moment,
  Search,
  SeenVersion,
  Stamps,
  StoredInstant,
} from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { setOf } from "@/server/kit/list/list-operators.schema";
import { choice, either, said } from "@/server/kit/value/words.rules";
import { Alert, Reading } from "../alert/alert.schema";
import { PersAlert } from "../pers-alert/pers-alert.schema";
import { closeReasonWords, deskStatusWords } from "./alert-desk.rules";

const DeskStatus = choice(deskStatusWords)
  .meta({ description: "How the work stands; one whose snooze is over is what it was before." })
  .register(said, { words: deskStatusWords });
const CloseReason = choice(closeReasonWords);
const Person = z.object({ id: Id, name: z.string() });

const work = {
  deskStatus: DeskStatus,
  assignee: Person.nullable().meta({ description: "Who has it." }),
  snoozedUntil: Instant.nullable().meta({ description: "Only while it is snoozed." }),
  closeReason: CloseReason.nullable().meta({
    description: "Why it was closed; null for what is not, or was before there was a desk.",
  }),
  closeNote: z.string().nullable().meta({ description: "What was written when it was closed." }),
  acknowledgedAt: Instant.nullable().meta({ description: "When somebody took note of it first." }),
  closedAt: Instant.nullable().meta({ description: "When the work on it ended." }),
  closedBy: Person.nullable().meta({ description: "Who closed it; null for keys." }),
  dueAt: Instant.nullable().meta({
    description: "when it should be acknowledged, or closed once it is; null where its level has no minutes",
  }),
};

const alert = {
  id: Id,
  persId: Id,
  pers: PersAlert.shape.pers.omit({ vehicleBrand: true }),
  alertId: Id,
  alert: PersAlert.shape.alert.extend({ rule: Alert.shape.rule }),
  vehicle: z
    .object({ id: Id, name: z.string(), brand: z.string().meta({ description: "The brand it is sold under." }) })
    .nullable()
    .meta({ description: "The vehicle that the device is on, for who may see vehicles." }),
  rider: z
    .object({ id: Id, firstName: z.string(), lastName: z.string(), phoneNumber: z.string().nullable() })
    .nullable()
    .meta({ description: "Who rides it, for who may see that; the number for who may see that person." }),
  company: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .meta({ description: "The manufacturer that fits the device." }),
  startedAt: Instant,
  endedAt: Instant.nullable()
    .register(said, { none: "Open" })
    .meta({ description: "when its rule ended it; work goes on until somebody closes it" }),
  value: Reading.nullable().meta({ description: "the reading that raised it" }),
  isJudged: either("yes", "no").meta({ description: "whether its rule is on, so that messages can end it" }),
  occurrences: z.int().meta({ description: "how often its rule raised it, each time soon after its end" }),
  backAfterMinutes: z
    .int()
    .nullable()
    .meta({ description: "how long it was over before it came back last; null where it did not" }),
  levelRank: z.int().meta({ description: "the rank of its level; 1 is the most severe" }),
};

/** An alert as work: what was raised on which device, and how staff stand with it. */
export const DeskAlert = z
  .object({
    ...alert,
    ...work,
    companyDesks: z
      .array(
        z.object({
          company: z.object({ id: Id, name: z.string() }),
          deskStatus: DeskStatus,
          assignee: work.assignee,
          closeReason: work.closeReason,
          closedAt: work.closedAt,
        }),
      )
      .meta({ description: "How companies stand with it that began to work on it, each for itself." }),
    ...Stamps,
  })
  .meta({ id: "DeskAlertDTO" });

/** An alert as a company's own work; of staff it knows only whether they work on it. */
export const FleetAlert = z
  .object({
    ...alert,
    ...work,
    staff: z
      .object({
        state: z
          .enum(["waiting", "working", "closed"])
          .meta({ description: "Whether staff have begun to work on it, or closed it." }),
        closeReason: work.closeReason,
      })
      .meta({ description: "How staff stand with it." }),
    ...Stamps,
  })
  .meta({ id: "FleetAlertDTO" });

const filters = {
  deskStatus: DeskStatus,
  needsWork: z.boolean().meta({ description: "true: all that nobody has closed; false: the closed ones" }),
  isAsleep: z.boolean().meta({ description: "true: those that are snoozed now; false: those that need work now" }),
  assigneeId: z
    .union([Id, z.enum(["me", "none"])])
    .meta({ description: "Who has it: an id, `me`, or `none` for those that nobody has." }),
  isOverdue: z.boolean().meta({ description: "whether it needs work and `dueAt` is past" }),
  levelAlertId: Id,
  ...setOf("levelAlertId", Id),
  alertId: Id,
  ...setOf("alertId", Id),
  modelPERSId: Id,
  ...setOf("modelPERSId", Id),
  firmwareVersionId: Id,
  ...setOf("firmwareVersionId", Id),
  persId: Id,
  vehicleId: Id,
  riderId: Id,
  closedFrom: Moment.meta({ description: "closed then or later" }),
  closedTo: Moment.meta({ description: "closed up to and with then" }),
};

export const ListDeskAlerts = listInput({
  sort: ["priority", "createdAt", "closedAt"],
  filters: {
    ...filters,
    companyId: Id.meta({ description: "A company with a link to the device now." }),
    search: Search.meta({
      description: "Part of the device's serial number, of what the alert is called, or of a company with the device.",
    }),
  },
  order: "priority:asc",
});

export const ListFleetAlerts = listInput({
  sort: ["priority", "createdAt"],
  filters: {
    ...filters,
    companyId: Id,
    search: Search.meta({ description: "Part of the device's serial number, or of what the alert is called." }),
  },
  order: "priority:asc",
});

export const AcknowledgeAlert = byId({});
export const AssignAlert = byId({
  userId: Id.nullable().meta({ description: "Who has it from now on; null for nobody." }),
});
export const SnoozeAlert = byId({
  until: StoredInstant.meta({ description: "From one minute to thirty days ahead." }),
});
export const CloseAlert = byId({
  reason: CloseReason,
  note: LongText(2000).nullish().meta({ description: "For colleagues." }),
});
export const ReopenAlert = byId({});
export const UndoAlert = z.object({ id: Id, ifMatch: SeenVersion });

/** What the device said around the time when an alert was raised; no points where its rule reads no number. */
export const AlertReadings = z.object({ points: z.array(z.object({ at: Instant, value: z.number().nullable() })) });

/** How much of the queue is whose. */
export const DeskCounts = z.object({
  mine: z.int(),
  nobodys: z.int(),
  /** at the desk of staff 1,001 for any number above 1,000 */
  overdue: z.int(),
  snoozed: z.int(),
  all: z.int(),
});

/** People whom an alert can be assigned to. */
export const DeskColleagues = z.object({ items: z.array(Person) });
