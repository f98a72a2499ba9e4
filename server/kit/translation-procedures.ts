import type { TRPCMutationProcedure } from "@trpc/server";
import { z } from "zod";
import type { Permission } from "@/server/permissions";
import type { KnownCtx } from "./context";
import type { Meta, RestMeta } from "./meta";
import { permitted } from "./procedure";
import { byId, Id, IfMatch, Nothing } from "./wire";

interface Service<Row, Fields> {
  translate: (ctx: KnownCtx, id: string, languageId: string, fields: Fields, ifMatch?: string) => Promise<Row>;
  changeTranslation: (
    ctx: KnownCtx,
    id: string,
    translationId: string,
    fields: Partial<Fields>,
    ifMatch?: string,
  ) => Promise<Row>;
  removeTranslation: (ctx: KnownCtx, id: string, translationId: string, ifMatch?: string) => Promise<void>;
  removeTranslationById: (ctx: KnownCtx, translationId: string, ifMatch?: string) => Promise<void>;
}

interface Rest {
  set?: RestMeta;
  change?: RestMeta;
  remove?: RestMeta;
}

interface Options<S extends z.ZodType, F extends z.ZodRawShape, R extends Rest> {
  may: { write: Permission };
  item: S;
  /** what is translated, as a body gives it */
  fields: F;
  service: Service<z.input<S>, z.output<z.ZodObject<F>>>;
  /** the documented operations; `change` and `remove` name the translation by `translationId` */
  rest: R;
}

type Mutation<I, O> = TRPCMutationProcedure<{ meta: Meta; input: I; output: O }>;
interface OfOne {
  id: string;
  ifMatch?: string;
}
/** The procedures that these options make. */
type Made<S extends z.ZodType, F extends z.ZodRawShape, R extends Rest> = {
  translate: Mutation<OfOne & { languageId: string } & z.input<z.ZodObject<F>>, z.output<S>>;
  removeTranslation: Mutation<OfOne & { translationId: string }, void>;
} & (R extends { change: RestMeta }
  ? { changeTranslation: Mutation<OfOne & { translationId: string } & Partial<z.input<z.ZodObject<F>>>, z.output<S>> }
  : unknown);

/**
 * What every translated record offers: `translate` sets the texts of one language, `removeTranslation` deletes one
 * translation, `changeTranslation` changes one where the documents have that. Where their DELETE names the translation
 * alone, the record's id is not looked at.
 */
export function translationProcedures<S extends z.ZodType, F extends z.ZodRawShape, R extends Rest>(
  options: Options<S, F, R>,
): Made<S, F, R> {
  const { may, fields, rest } = options;
  const item: z.ZodType = options.item;
  const service = options.service as Service<unknown, Record<string, unknown>>; // the schemas below give it what it takes
  const isAlone = rest.remove !== undefined && !/\{id\b/.test(rest.remove.path);
  const remove = permitted(may.write, rest.remove);
  const procedures = {
    translate: permitted(may.write, rest.set)
      .input(byId({ languageId: Id, ...(fields as z.ZodRawShape) }))
      .output(item)
      .mutation(({ ctx, input: { id, ifMatch, languageId, ...texts } }) =>
        service.translate(ctx, id, languageId, texts, ifMatch),
      ),
    changeTranslation:
      rest.change &&
      permitted(may.write, rest.change)
        .input(byId({ translationId: Id, ...z.object(fields as z.ZodRawShape).partial().shape }))
        .output(item)
        .mutation(({ ctx, input: { id, ifMatch, translationId, ...texts } }) =>
          service.changeTranslation(ctx, id, translationId, texts, ifMatch),
        ),
    removeTranslation: isAlone
      ? remove
          .input(z.object({ translationId: Id, ifMatch: IfMatch }))
          .output(Nothing)
          .mutation(({ ctx, input }) => service.removeTranslationById(ctx, input.translationId, input.ifMatch))
      : remove
          .input(byId({ translationId: Id }))
          .output(Nothing)
          .mutation(({ ctx, input }) => service.removeTranslation(ctx, input.id, input.translationId, input.ifMatch)),
  };
  const made = Object.entries(procedures).filter(([, procedure]) => procedure);
  return Object.fromEntries(made) as unknown as Made<S, F, R>; // each is made under the same condition as its type
}
