import type { TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import { z } from "zod";
import { askAheadOf } from "@/server/kit/call/ahead";
import type { KnownCtx } from "@/server/kit/call/context";
import { del, get, type Meta, patch, post, type RestMeta, type RestOptions } from "@/server/kit/call/meta";
import { permitted } from "@/server/kit/call/procedure";
import { ById, byId, bySeen, known, Nothing } from "@/server/kit/call/wire";
import type { Door, DoorInput } from "@/server/kit/list/list-procedures";
import type { Permission } from "@/server/permissions";
import { type Named, returnsOf } from "./removable";

type Schema = z.ZodObject | undefined;

/** What the service must have for the schemas that are given; `remove` and `restore` where it has them. */
type Needs<Row, C extends Schema, U extends Schema> = {
  get: (ctx: KnownCtx, id: string) => Promise<Row>;
  remove?: (ctx: KnownCtx, id: string, ifMatch?: string) => Promise<void>;
  restore?: (ctx: KnownCtx, id: string) => Promise<Row>;
} & (C extends z.ZodObject ? { create: (ctx: KnownCtx, values: z.output<C>) => Promise<Row> } : unknown) &
  (U extends z.ZodObject
    ? { update: (ctx: KnownCtx, id: string, values: z.output<U>, ifMatch?: string) => Promise<Row> }
    : unknown);

interface Options<S extends z.ZodType, C extends Schema, U extends Schema, V, D extends Door> {
  may: { read: Permission; write: Permission };
  /** the documented operations, as `restOf` makes them; left out for what only screens use */
  rest?: Partial<Record<"get" | "create" | "update" | "remove", RestMeta>>;
  item: S;
  create?: C;
  update?: U;
  service: V & Needs<z.input<S>, C, U>;
  /** `permitted` where not said */
  door?: D;
}

interface OfOne {
  id: string;
  ifMatch?: string;
}
interface OfSeen {
  id: string;
  ifMatch: string;
}
/** Who sends a whole list says which version of it they saw (ADR 87). */
type OfUpdate<U extends z.ZodObject> =
  Extract<z.input<U>[keyof z.input<U>], readonly unknown[]> extends never ? OfOne : OfSeen;
type Query<I, O> = TRPCQueryProcedure<{ meta: Meta; input: I; output: O }>;
type Mutation<I, O> = TRPCMutationProcedure<{ meta: Meta; input: I; output: O }>;

/** The procedures that these options make. */
type Made<S extends z.ZodType, C extends Schema, U extends Schema, V, D extends Door> = {
  get: Query<{ id: string } & DoorInput<D>, z.output<S>>;
} & (C extends z.ZodObject ? { create: Mutation<z.input<C> & DoorInput<D>, z.output<S>> } : unknown) &
  (U extends z.ZodObject ? { update: Mutation<z.input<U> & OfUpdate<U> & DoorInput<D>, z.output<S>> } : unknown) &
  (V extends { remove: unknown } ? { remove: Mutation<OfOne & DoorInput<D>, void> } : unknown) &
  (V extends { restore: unknown } ? { restore: Mutation<{ id: string } & DoorInput<D>, z.output<S>> } : unknown);

/**
 * The documented operations of a record at its `path`, such as "/v1/backoffice/admin/roles/{id}": GET, PATCH and DELETE
 * there, POST on the path without its last part.
 * @param options `created`: the status of the POST, 201 where not said
 */
export function restOf(path: string, section: RestMeta["section"], options: RestOptions & { created?: number } = {}) {
  const { created = 201, ...more } = options;
  const rest = { ...more, section };
  return {
    get: get(path, rest),
    create: post(path.slice(0, path.lastIndexOf("/")), { ...rest, status: created }),
    update: patch(path, rest),
    remove: del(path, rest),
  };
}

/** The operation with its body under the documents' name, which the body's schema has. */
const named = (rest: RestMeta | undefined, body: z.ZodType): RestMeta | undefined =>
  rest && { dto: body.meta()?.id, ...rest };

/** Whether a field is a list, as it is or where it is given. */
function isList(field: unknown): boolean {
  if (field instanceof z.ZodArray) return true;
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return isList(field.unwrap());
  return false;
}

/** A service by what its procedures ask of it. Methods, as the schemas give each what it takes, by `Needs`. */
interface Works extends Named {
  get(ctx: KnownCtx, id: string): Promise<unknown>;
  create?(ctx: KnownCtx, values: object): Promise<unknown>;
  update?(ctx: KnownCtx, id: string, values: object, ifMatch?: string): Promise<unknown>;
  remove?(ctx: KnownCtx, id: string, ifMatch?: string): Promise<void>;
  restore?(ctx: KnownCtx, id: string): Promise<unknown>;
}

/**
 * What every record offers: `get`, `create` and `update` where their schema is given, `remove` and `restore` where the
 * service has them. What differs is replaced, or left out, by ordinary JavaScript.
 */
export function crudProcedures<
  S extends z.ZodType,
  V extends object,
  C extends Schema = undefined,
  U extends Schema = undefined,
  D extends Door = typeof permitted,
>(options: Options<S, C, U, V, D>): Made<S, C, U, V, D> {
  const { may, rest, create, update } = options;
  const item: z.ZodType = options.item;
  const service: Works = options.service;
  const enter = (options.door ?? permitted) as typeof permitted; // what a door adds to the input stands in `Made`
  // A record of a company gets its company from where it is made; it is not a field of the body.
  const inCompany = options.door !== undefined && options.door !== permitted;
  const fieldsOf = (values: object) =>
    inCompany ? Object.fromEntries(Object.entries(values).filter(([key]) => key !== "companyId")) : values;
  const procedures = {
    get: enter(may.read, rest?.get, { ahead: inCompany ? undefined : askAheadOf(service.get) })
      .input(ById)
      .output(item)
      .query(({ ctx, input }) => service.get(ctx, input.id)),
    create:
      create &&
      enter(may.write, named(rest?.create, create))
        .input(create)
        .output(item)
        .mutation(({ ctx, input }) => service.create?.(ctx, fieldsOf(input))),
    update:
      update &&
      enter(may.write, named(rest?.update, update))
        .input(
          known<z.ZodType<OfOne & Record<string, unknown>>>(
            (Object.values(update.shape).some(isList) ? bySeen : byId)(update.shape),
          ),
        )
        .output(item)
        .mutation(({ ctx, input: { id, ifMatch, ...values } }) => service.update?.(ctx, id, fieldsOf(values), ifMatch)),
    remove:
      service.remove &&
      enter(may.write, rest?.remove)
        .input(byId({}))
        .output(Nothing)
        .mutation(async ({ ctx, input }) => {
          await service.remove?.(ctx, input.id, input.ifMatch);
        }),
    restore:
      service.restore &&
      enter(may.write)
        .meta({ permission: may.write, returns: returnsOf(service, may.read) })
        .input(ById)
        .output(item)
        .mutation(({ ctx, input }) => service.restore?.(ctx, input.id)),
  };
  const made = Object.entries(procedures).filter(([, procedure]) => procedure);
  return Object.fromEntries(made) as unknown as Made<S, C, U, V, D>; // each is made under the same condition as its type
}
