import { z } from "zod";
import { Instant } from "@/server/kit/call/wire";
import { NotificationTypeNumber } from "@/server/kit/value/notification-type.schema";
import { choice } from "@/server/kit/value/words.rules";
import { jobStatusWords } from "./job.rules";

export const JobStatus = choice(jobStatusWords);

const JobId = z.string().regex(/^\d{1,12}$/);

const Job = z.object({
  id: JobId,
  task: z.string(),
  status: JobStatus,
  tries: z.int(),
  mostTries: z.int(),
  error: z.string().nullable(),
  dueAt: Instant,
  createdAt: Instant,
});

export const ListJobs = z.object({ status: JobStatus.optional() });

/** The newest 200 of a status, and whether there are more. */
export const Jobs = z.object({ items: z.array(Job), hasMore: z.boolean() });

export const RunAgain = z.object({ ids: z.array(JobId).min(1).max(200) });
export const Ran = z.object({ queued: z.int(), skipped: z.int() });

export const JobOverview = z.object({
  queues: z.array(
    z.object({
      task: z.string(),
      running: z.int(),
      waiting: z.int(),
      retrying: z.int(),
      failed: z.int(),
      oldestAt: Instant.nullable(),
    }),
  ),
  /** what waits to be sent, by channel */
  sends: z.array(
    z.object({
      type: NotificationTypeNumber,
      running: z.int(),
      waiting: z.int(),
      retrying: z.int(),
      failed: z.int(),
      oldestAt: Instant.nullable(),
    }),
  ),
  routines: z.array(
    z.object({
      code: z.string(),
      routine: z.string(),
      nextAt: Instant,
      lastAt: Instant.nullable(),
      lastStatus: z.enum(["running", "done", "fail"]).nullable(),
      lastError: z.string().nullable(),
    }),
  ),
});
