import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";
import { NameForReader } from "@/server/kit/language/translation.schema";
import { rowsOf } from "@/server/kit/list/list.schema";
import { said } from "@/server/kit/value/words.rules";
import { LevelRef } from "../level-alert/level-alert.schema";

/** How much is whose, by level; the gravest first. */
const Share = z.object({ count: z.int(), oldest: Instant.nullable() });
export const DeskStanding = z.object({
  items: z.array(z.object({ level: LevelRef, mine: Share, nobodys: Share })),
});

export const FigurePeriod = z.object({ weeks: z.int().min(1).max(53).default(12) });

const Minutes = z.number().nullable();

/** What happened in a week, by the reader's clock, with the alerts of one level. */
export const WeekFigure = z.object({
  /** its Monday */
  week: z.string(),
  level: LevelRef,
  raised: z.int(),
  closed: z.int(),
  /** of those raised in that week */
  medianToAcknowledge: Minutes,
  p90ToAcknowledge: Minutes,
  /** of those closed in that week */
  medianToClose: Minutes,
  p90ToClose: Minutes,
});
export const WeekFigures = rowsOf(WeekFigure);

/** What became of the alerts of a rule. */
export const RuleFigure = z.object({
  alertId: Id,
  name: NameForReader,
  level: LevelRef,
  closed: z.int(),
  falseAlarms: z.int(),
  share: z.number().register(said, { isShare: true }),
});
export const RuleFigures = rowsOf(RuleFigure);
