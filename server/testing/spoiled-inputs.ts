import { fixedId } from "@/server/kit/record/fixed-id";

// What a call may be given in place of a good input: each field by itself as it must not be, so that each of its checks is
// asked.

type Value = Record<string, unknown>;
interface Spoiled {
  /** the field and what became of it */
  what: string;
  input: unknown;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const day = /^\d{4}-\d\d-\d\d/;
/** No record has it. */
const nowhere = fixedId("spoiled", "nowhere");
const isPlain = (value: unknown): value is Value =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** What a value may be in place of it, by a word for each. @param others ids of other records */
function* insteadOf(value: unknown, others: string[]): Generator<[string, unknown]> {
  if (typeof value === "string" && uuid.test(value)) {
    yield ["unknown", nowhere];
    for (const [n, other] of others.entries()) if (other !== value) yield [`other ${n + 1}`, other];
  } else if (typeof value === "string" && day.test(value)) {
    yield ["long ago", value.length > 10 ? "2001-01-01T00:00:00.000Z" : "2001-01-01"];
    yield ["far", value.length > 10 ? "2098-01-01T00:00:00.000Z" : "2098-01-01"];
  } else if (typeof value === "string") {
    yield ["blank", " "];
    yield ["another", value.includes("@") ? `else.${value}` : `${value.slice(0, 20)}x`];
    yield ["long", value.includes("@") ? `${"l".repeat(300)}${value}` : value.padEnd(5_001, "l")];
  } else if (typeof value === "number") {
    for (const number of [0, -1, value + 1, 1_000_000]) yield [String(number), number];
  } else if (typeof value === "boolean") yield [String(!value), !value];
  else if (Array.isArray(value)) {
    yield ["none", []];
    if (value.length > 0) yield ["twice", [...value, value[0]]];
    yield ["with an unknown", [...value, nowhere]];
    if (typeof value[0] === "string" && uuid.test(value[0]))
      for (const [n, other] of others.entries()) if (!value.includes(other)) yield [`other ${n + 1}`, [other]];
  }
}

/** Inputs that differ from a good one in one field, or in one of an object or of the first item of a list in it. */
export function* spoiledInputs(input: unknown, othersOf: (field: string) => string[]): Generator<Spoiled> {
  if (!isPlain(input)) return;
  for (const [key, value] of Object.entries(input)) {
    const { [key]: _, ...without } = input;
    yield { what: `${key} missing`, input: without };
    if (value !== null) yield { what: `${key} null`, input: { ...input, [key]: null } };
    for (const [what, instead] of insteadOf(value, othersOf(key)))
      yield { what: `${key} ${what}`, input: { ...input, [key]: instead } };
    const inner = Array.isArray(value) ? value[0] : value;
    if (!isPlain(inner)) continue;
    for (const one of spoiledInputs(inner, othersOf)) {
      const changed = Array.isArray(value) ? [one.input, ...value.slice(1)] : one.input;
      yield { what: `${key}.${one.what}`, input: { ...input, [key]: changed } };
    }
  }
}
