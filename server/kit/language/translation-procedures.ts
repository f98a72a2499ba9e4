import type { TRPCMutationProcedure } from "@trpc/server";
import { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Meta, RestMeta } from "@/server/kit/call/meta";
import { permitted } from "@/server/kit/call/procedure";
import { byId, Id, IfMatch, Nothing } from "@/server/kit/call/wire";
import type { Door, DoorInput } from "@/server/kit/list/list-procedures";
import type { Permission } from "@/server/permissions";

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

interface Options<S extends z.ZodType, F extends z.ZodRawShape, R extends Rest, D extends Door> {
  may: { write: Permission };
  item: S;
  /** what is translated, as a body gives it */
  fields: F;
  service: Service<z.input<S>, z.output<z.ZodObject<F>>>;
  /** the documented operations; `change` and `remove` name the translation by `translationId` */
  rest: R;
  /** `permitted` where not said */
  door?: D;
}

type Mutation<I, O> = TRPCMutationProcedure<{ meta: Meta; input: I; output: O }>;
interface OfOne {
  id: string;
  ifMatch?: string;
}
/** The procedures that these options make. */
type Made<S extends z.ZodType, F extends z.ZodRawShape, R extends Rest, D extends Door> = {
  translate: Mutation<OfOne & { languageId: string } & z.input<z.ZodObject<F>> & DoorInput<D>, z.output<S>>;
  removeTranslation: Mutation<OfOne & { translationId: string } & DoorInput<D>, void>;
} & (R extends { change: RestMeta }
  ? {
      changeTranslation: Mutation<
        OfOne & { translationId: string } & Partial<z.input<z.ZodObject<F>>> & DoorInput<D>,
        z.output<S>
      >;
    }
  : unknown);

/**
 * What every translated record offers: `translate` sets the texts of one language, `removeTranslation` deletes one
 * translation, `changeTranslation` changes one where the documents have that. Where their DELETE names the translation
 * alone, the record's id is not looked at.
 */
export function translationProcedures<
  S extends z.ZodType,
  F extends z.ZodRawShape,
  R extends Rest,
  D extends Door = typeof permitted,
>(options: Options<S, F, R, D>): Made<S, F, R, D> {
  const { may, fields, rest } = options;
  const item: z.ZodType = options.item;
  const service = options.service as Service<unknown, Record<string, unknown>>; // the schemas below give it what it takes
  const isAlone = rest.remove !== undefined && !/\{id\b/.test(rest.remove.path);
  const enter = (options.door ?? permitted) as typeof permitted; // what a door adds to the input stands in `Made`
  // A record of a company has its company already; it is not one of the texts.
  const textsOf = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => key in fields));
  const remove = enter(may.write, rest.remove);
  const procedures = {
    translate: enter(may.write, rest.set)
      .input(byId({ languageId: Id, ...(fields as z.ZodRawShape) }))
      .output(item)
      .mutation(({ ctx, input: { id, ifMatch, languageId, ...texts } }) =>
        service.translate(ctx, id, languageId, textsOf(texts), ifMatch),
      ),
    changeTranslation:
      rest.change &&
      enter(may.write, rest.change)
        .input(byId({ translationId: Id, ...z.object(fields as z.ZodRawShape).partial().shape }))
        .output(item)
        .mutation(({ ctx, input: { id, ifMatch, translationId, ...texts } }) =>
          service.changeTranslation(ctx, id, translationId, textsOf(texts), ifMatch),
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
  return Object.fromEntries(made) as unknown as Made<S, F, R, D>; // each is made under the same condition as its type
}
