import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { Database } from "@/db/client";
import { companyPersLinks, userCompanies } from "@/db/schema";
import type { Field, Operation } from "@/server/doors/rest-plan";
import { type Draw, Sound } from "../malformed.values";
import { knownIds } from "./malformed";

type Input = Record<string, unknown>;

/** Inputs of reads that find something: by what earlier reads answered, by rows of the tables, and by lot. */
export class ReadInputs {
  /** values that answers had, by the name of their field, and ids by the path that listed them */
  readonly #values = new Map<string, unknown[]>();
  readonly #draws: Draw[] = fc.sample(fc.gen(), { numRuns: 12, seed: 20_261_125 });

  private constructor(
    private readonly ids: Map<string, string[]>,
    private readonly companies: string[],
  ) {}

  static async of(db: Database) {
    const held = await db
      .select({ id: companyPersLinks.companyId })
      .from(companyPersLinks)
      .innerJoin(userCompanies, sql`${userCompanies.companyId} = ${companyPersLinks.companyId}`)
      .groupBy(companyPersLinks.companyId)
      .orderBy(sql`count(*) desc`, companyPersLinks.companyId)
      .limit(5);
    return new ReadInputs(
      await knownIds(db),
      held.map(({ id }) => id),
    );
  }

  #add(name: string, value: unknown) {
    const known = this.#values.get(name) ?? [];
    if (known.length < 8 && !known.includes(value)) this.#values.set(name, [...known, value]);
  }

  /** Keeps what a read answered, for those after it. */
  learn({ rest }: Operation, input: Input, answer: unknown) {
    const at = rest.path.replace(/\{(\w+)\}/g, (_, key) => String(input[key] ?? `{${key}}`));
    const visit = (value: unknown) => {
      if (Array.isArray(value)) for (const inner of value) visit(inner);
      else if (typeof value === "object" && value !== null)
        for (const [name, inner] of Object.entries(value)) {
          if (name === "id") continue;
          if (typeof inner === "object") visit(inner);
          else this.#add(name, inner);
        }
    };
    visit(answer);
    const { items } = Object(answer) as { items?: { id?: unknown }[] };
    for (const { id } of Array.isArray(items) ? items.map(Object) : []) this.#add(`ids of ${at}`, id);
  }

  /** Some inputs of a read, the likeliest first. */
  *of(operation: Operation): Generator<Input> {
    const { path, query, headers, rest } = operation;
    const needed = [...path, ...[...query.values(), ...headers].filter(({ required }) => required)];
    for (const [turn, draw] of this.#draws.entries()) {
      const sound = new Sound(draw, operation.input, this.ids, operation.name.split(".")[0] ?? "");
      const input: Input = query.has("limit") ? { limit: 2 } : {};
      let at = rest.path;
      for (const field of needed) {
        const value = this.#value(field, at, turn) ?? sound.value(field.schema, field.key);
        input[field.key] = value;
        at = at.replace(`{${field.name}}`, String(value));
      }
      yield input;
    }
  }

  #value({ key, name }: Field, at: string, turn: number): unknown {
    if (key === "companyId") return this.companies[turn % this.companies.length];
    const parent = at.slice(0, at.indexOf(`/{${name}}`));
    const found = this.#values.get(`ids of ${parent}`) ?? this.#values.get(name) ?? this.#values.get(key);
    return found?.[turn % found.length];
  }
}
