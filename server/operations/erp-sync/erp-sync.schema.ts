import { z } from "zod";
import { IfMatch, Instant, ShownAddress, Stamps, Text, WebAddress } from "@/server/kit/call/wire";
import { choice } from "@/server/kit/value/words.rules";

/** What people call the ways in which a run ended. */
export const erpStatusWords = {
  running: "Running",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
  undone: "Undone",
  waiting: "Waits for a person",
} as const;

const Counts = z.object({ created: z.int(), updated: z.int(), unchanged: z.int(), failed: z.int() });

export const ErpSync = z
  .object({
    id: z.string(),
    erpUrl: ShownAddress.nullable(),
    enabled: z.boolean(),
    cron: z.string(),
    schedule: z
      .string()
      .meta({ description: "The cron expression in words, in the caller's language; times are UTC." }),
    nextRunAt: Instant.nullable(),
    lastRunAt: Instant.nullable(),
    lastStatus: choice(erpStatusWords).nullable(),
    lastError: z.string().nullable(),
    counts: Counts.nullable().meta({ description: "Of the last run." }),
    isFile: z.boolean().meta({ description: "A file on the server is read in place of the address." }),
    ...Stamps,
  })
  .meta({ id: "ErpSyncResponseDTO" });

/** Five fields of cron; whether they are a schedule is checked against the calendar, so it is a rule (422). */
const Cron = Text(100);

/** The ERP's address: what is asked there is put behind it. */
const ErpUrl = WebAddress.refine((text) => !/[?#]/.test(text), "Leave out what follows ? and #.");

export const EditErpSync = z.object({
  erpUrl: ErpUrl.nullish(),
  enabled: z.boolean().optional(),
  cron: Cron.optional(),
});
export const UpsertErpSync = EditErpSync.extend({ ifMatch: IfMatch }).meta({ id: "UpsertErpSyncDTO" });

export const AskSchedule = z.object({ cron: Cron });
export const Schedule = z.object({
  words: z.string().nullable(),
  fault: z.string().nullable(),
  next: z.array(Instant),
});
