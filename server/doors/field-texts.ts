import { recordFields } from "./field-texts.records";
import { sharedFields } from "./field-texts.shared";
import type { JsonSchema } from "./rest-plan";

const sentences: Record<string, string> = { ...sharedFields, ...recordFields };

const plainWords: Record<string, string> = { pers: "PERS", notication: "notification" };
const wordsOf = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(" ")
    .map((word) => plainWords[word] ?? word)
    .join(" ");

/** Fields that are named for what they hold. */
function byForm(name: string): string | undefined {
  const [, ids] = /^(.+)Ids$/.exec(name) ?? [];
  if (ids) return `Ids of the ${wordsOf(ids)}s.`;
  const [, id] = /^(.+)Id$/.exec(name) ?? [];
  if (id) return `Id of the ${wordsOf(id)}.`;
  const [, many] = /^(.+)Count$/.exec(name) ?? [];
  return many && `How many ${wordsOf(many)} there are.`;
}

/** The types that a value of a schema may have. */
function typesOf(schema: JsonSchema): string[] {
  const branches = (schema.anyOf ?? []) as JsonSchema[];
  return [...[schema.type ?? []].flat(), ...branches.flatMap(typesOf)];
}

/** What the document says of a field that says nothing of itself; undefined for a name that is not known. */
export function sentenceOfField(name: string, schema: JsonSchema): string | undefined {
  const types = typesOf(schema);
  const typed = types.map((type) => sentences[`${name}:${type}`]).find(Boolean);
  const sentence = typed ?? sentences[name] ?? byForm(name);
  return types.includes("null") ? sentence : sentence?.replace(/[;:] null[^.;]*/, "");
}

/** The same for a filter of a list. */
export function sentenceOfFilter(name: string, schema: JsonSchema): string | undefined {
  const sentence = sentenceOfField(name, schema);
  if (!sentence || /^(Finds|Rows|Which page|`true`|Whether)/.test(sentence)) return sentence;
  const isPart = schema.type === "string" && !schema.format && !schema.enum;
  const begun = /^[A-Z][a-z]|^A /.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
  return `Finds rows by ${isPart ? "a part of it" : "it"}: ${begun}`;
}
