import { type AnyRouter, TRPCError } from "@trpc/server";
import { z } from "zod";
import { proceduresOf } from "./rest-plan";

type Project = (value: unknown) => unknown;
const asItIs: Project = (value) => value;

/** Schemas of simple values, in which nothing could be left out. */
const plain = new Set([
  "string",
  "number",
  "boolean",
  "enum",
  "literal",
  "null",
  "void",
  "undefined",
  "any",
  "unknown",
]);

/**
 * The part of an answer that a schema declares, at every level. It leaves keys out and checks nothing; tests check
 * answers with the schema itself.
 */
export function projectionOf(schema: z.core.$ZodType): Project {
  const { def } = (schema as z.ZodType)._zod;
  if (plain.has(def.type)) return asItIs;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return unlessNothing(schema.unwrap());
  if (schema instanceof z.ZodReadonly) return projectionOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return ofEach(projectionOf(schema.element));
  if (schema instanceof z.ZodObject && !schema.def.catchall) return ofKeys(schema.shape);
  if (schema instanceof z.ZodRecord && projectionOf(schema.valueType) === asItIs) return asItIs;
  if (schema instanceof z.ZodUnion && schema.options.every((option) => projectionOf(option) === asItIs)) return asItIs;
  return (value) => z.parse(schema, value);
}

function unlessNothing(schema: z.core.$ZodType): Project {
  const project = projectionOf(schema);
  return project === asItIs ? asItIs : (value) => (value === null || value === undefined ? value : project(value));
}

const ofEach = (project: Project): Project =>
  project === asItIs ? asItIs : (value) => (value as unknown[]).map((item) => project(item)); // a map callback gets more

function ofKeys(shape: z.core.$ZodShape): Project {
  const keys = Object.entries(shape).map(([key, schema]) => [key, projectionOf(schema)] as const);
  return (value) => {
    const given = value as Record<string, unknown>; // the procedure's types say so
    const shown: Record<string, unknown> = {};
    for (const [key, project] of keys) {
      const part = given[key];
      if (part !== undefined) shown[key] = project === asItIs ? part : project(part);
    }
    return shown;
  };
}

interface Step {
  (options: { next: () => Promise<{ ok: boolean; data?: unknown }> }): Promise<unknown>;
  _type?: string;
}

/**
 * Replaces the check of each answer by its projection (ADR 11): checking a page of 25 rows costs more than loading it.
 * Only in production; everywhere else an answer that breaks its schema fails.
 */
export function projectOutputs(router: AnyRouter) {
  for (const [, { _def }] of proceduresOf(router)) {
    const { output } = _def;
    const middlewares = _def.middlewares as Step[]; // tRPC's own list of what a call runs through
    const at = middlewares.findIndex(({ _type }) => _type === "output");
    if (!output || at < 0) continue;
    const project = projectionOf(output);
    const step: Step = async ({ next }) => {
      const result = await next();
      if (!result.ok) return result;
      try {
        return { ...result, data: project(result.data) };
      } catch (cause) {
        throw new TRPCError({ code: "INTERNAL_SERVER_ERROR", message: "Output validation failed", cause });
      }
    };
    step._type = "output";
    middlewares[at] = step;
  }
}
