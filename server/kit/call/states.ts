import { locale } from "@/texts/speech";
import { t } from "@/texts/t";

/** A move from one state to another that is not allowed. It becomes a 422 on `field`. */
export class StateError extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The states of a record and the moves between them, declared once for services and screens. A service asserts a move
 * while it holds the lock on the row, so that nobody else can change it in between.
 * @param moves state → the states that follow it; a final state has none
 */
export function states<S extends string>(moves: Record<S, readonly NoInfer<S>[]>) {
  const next = (from: S): readonly S[] => moves[from];
  return {
    next,

    /** The states that may become `to`. */
    before: (to: S) => (Object.keys(moves) as S[]).filter((from) => next(from).includes(to)),

    /** Staying in a state is always allowed. @throws StateError */
    assert(field: string, before: S, after: S) {
      const known = next(before);
      if (before === after || known.includes(after)) return;
      const words = new Intl.ListFormat(locale(), { type: "disjunction" });
      const instead = known.length
        ? t("It can become {states}.", { states: words.format(known.map((one) => t(one))) })
        : t("It cannot change any more.");
      throw new StateError(
        field,
        `${t("What is {before} cannot become {after}.", { before: t(before), after: t(after) })} ${instead}`,
      );
    },
  };
}
