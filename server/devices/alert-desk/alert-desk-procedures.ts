import type { TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import { get, type Meta, post, type RestMeta } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { ById } from "@/server/kit/call/wire";
import type { Door, DoorInput } from "@/server/kit/list/list-procedures";
import type { Permission } from "@/server/permissions";
import {
  AcknowledgeAlert,
  AlertReadings,
  AssignAlert,
  CloseAlert,
  DeskColleagues,
  DeskCounts,
  ReopenAlert,
  SnoozeAlert,
  UndoAlert,
} from "./alert-desk.schema";

type Does<I, Row> = (ctx: KnownCtx, input: I) => Promise<Row>;

import {
  DeskStanding,
  FigurePeriod,
  type RuleFigure,
  RuleFigures,
  type WeekFigure,
  WeekFigures,
} from "./alert-figure.schema";

interface Options<S extends z.ZodType, D extends Door> {
  may: { read: Permission; write: Permission };
  /** where its alerts are read */
  at: string;
  section: RestMeta["section"];
  item: S;
  service: {
    get: (ctx: KnownCtx, id: string) => Promise<z.input<S>>;
    acknowledge: Does<z.output<typeof AcknowledgeAlert>, z.input<S>>;
    assign: Does<z.output<typeof AssignAlert>, z.input<S>>;
    snooze: Does<z.output<typeof SnoozeAlert>, z.input<S>>;
    close: Does<z.output<typeof CloseAlert>, z.input<S>>;
    reopen: Does<z.output<typeof ReopenAlert>, z.input<S>>;
    undo: Does<z.output<typeof UndoAlert>, z.input<S>>;
    readings: (ctx: KnownCtx, id: string) => Promise<z.input<typeof AlertReadings>>;
    counts: (ctx: KnownCtx) => Promise<z.input<typeof DeskCounts>>;
    colleagues: (ctx: KnownCtx) => Promise<z.input<typeof DeskColleagues>>;
    standing: (ctx: KnownCtx) => Promise<z.input<typeof DeskStanding>>;
    weeks: Figures<typeof WeekFigure>;
    rules: Figures<typeof RuleFigure>;
  };
  /** `permitted` where not said */
  door?: D;
}

type Figures<F extends z.ZodType> = (ctx: KnownCtx, weeks: number) => Promise<z.input<F>[]>;

type Query<I extends z.ZodType, O extends z.ZodType, D extends Door> = TRPCQueryProcedure<{
  meta: Meta;
  input: z.input<I> & DoorInput<D>;
  output: z.output<O>;
}>;
type Action<I extends z.ZodType, S extends z.ZodType, D extends Door> = TRPCMutationProcedure<{
  meta: Meta;
  input: z.input<I> & DoorInput<D>;
  output: z.output<S>;
}>;

/** The procedures of a desk. */
interface Made<S extends z.ZodType, D extends Door> {
  get: Query<typeof ById, S, D>;
  acknowledge: Action<typeof AcknowledgeAlert, S, D>;
  assign: Action<typeof AssignAlert, S, D>;
  snooze: Action<typeof SnoozeAlert, S, D>;
  close: Action<typeof CloseAlert, S, D>;
  reopen: Action<typeof ReopenAlert, S, D>;
  undo: Action<typeof UndoAlert, S, D>;
  readings: Query<typeof ById, typeof AlertReadings, D>;
  counts: Query<NoInput, typeof DeskCounts, D>;
  colleagues: Query<NoInput, typeof DeskColleagues, D>;
  standing: Query<NoInput, typeof DeskStanding, D>;
  weeks: { rows: Query<typeof FigurePeriod, typeof WeekFigures, D> };
  rules: { rows: Query<typeof FigurePeriod, typeof RuleFigures, D> };
}

const Nothing = z.object({});
type NoInput = z.ZodType<object, object>;

/** What every desk offers beside its list: one alert, the actions on it, and who else works there. */
export function deskProcedures<S extends z.ZodType, D extends Door = typeof permitted>(
  options: Options<S, D>,
): Made<S, D> {
  const { may, at, section, service } = options;
  const item: z.ZodType = options.item;
  const enter = (options.door ?? permitted) as typeof permitted; // what a door adds to the input stands in `Made`
  const action = (name: string, dto?: string) => enter(may.write, post(`${at}/{id}/${name}`, { section, dto }));
  /** All rows at once, as an answer and as a file. */
  const figures = <O extends z.ZodType>(output: O, read: (ctx: KnownCtx, weeks: number) => Promise<object[]>) =>
    enter(may.read)
      .meta({
        permission: may.read,
        list: { stream: async (ctx, input, visit) => visit(await read(ctx, FigurePeriod.parse(input).weeks)) },
      })
      .input(FigurePeriod)
      .output(output as z.ZodType)
      .query(async ({ ctx, input }) => ({ items: await read(ctx, input.weeks), hasMore: false }));
  const procedures = {
    get: enter(may.read, get(`${at}/{id}`, { section }))
      .input(ById)
      .output(item)
      .query(({ ctx, input }) => service.get(ctx, input.id)),
    acknowledge: action("acknowledge")
      .input(AcknowledgeAlert)
      .output(item)
      .mutation(({ ctx, input }) => service.acknowledge(ctx, input)),
    assign: action("assign", "AssignPersAlertDTO")
      .input(AssignAlert)
      .output(item)
      .mutation(({ ctx, input }) => service.assign(ctx, input)),
    snooze: action("snooze", "SnoozePersAlertDTO")
      .input(SnoozeAlert)
      .output(item)
      .mutation(({ ctx, input }) => service.snooze(ctx, input)),
    close: action("close", "ClosePersAlertDTO")
      .input(CloseAlert)
      .output(item)
      .mutation(({ ctx, input }) => service.close(ctx, input)),
    reopen: action("reopen")
      .input(ReopenAlert)
      .output(item)
      .mutation(({ ctx, input }) => service.reopen(ctx, input)),
    undo: enter(may.write)
      .input(UndoAlert)
      .output(item)
      .mutation(({ ctx, input }) => service.undo(ctx, input)),
    readings: enter(may.read)
      .input(ById)
      .output(AlertReadings)
      .query(({ ctx, input }) => service.readings(ctx, input.id)),
    counts: enter(may.read)
      .input(Nothing)
      .output(DeskCounts)
      .query(({ ctx }) => service.counts(ctx)),
    colleagues: enter(may.read)
      .input(Nothing)
      .output(DeskColleagues)
      .query(({ ctx }) => service.colleagues(ctx)),
    standing: enter(may.read)
      .input(Nothing)
      .output(DeskStanding)
      .query(({ ctx }) => service.standing(ctx)),
    weeks: router({ rows: figures(WeekFigures, service.weeks) }),
    rules: router({ rows: figures(RuleFigures, service.rules) }),
  };
  return procedures as unknown as Made<S, D>; // each is made of the schemas of its type
}
