import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/root";
import { lineOf } from "../../_screens/text-in-list.rules";

export type Overview = inferRouterOutputs<AppRouter>["desk"]["overview"];
export type DeskResource = Overview["resources"][number];
export type Row = inferRouterOutputs<AppRouter>["desk"]["list"]["items"][number];
export type Texts = Record<string, string>;

export const isBlank = (text: string | undefined) => (text ?? "").trim() === "";

/** What a translation still lacks before it can be saved; none where it is empty as a whole, which takes it away. */
export function lackingOf(fields: DeskResource["fields"], texts: Texts): DeskResource["fields"] {
  if (fields.every(({ name }) => isBlank(texts[name]))) return [];
  return fields.filter(({ name, optional }) => !optional && isBlank(texts[name]));
}

export const isSame = (fields: DeskResource["fields"], one: Texts, other: Texts) =>
  fields.every(({ name }) => (one[name] ?? "") === (other[name] ?? ""));

export const keyOf = ({ resource, id }: Pick<Row, "resource" | "id">, languageId: string) =>
  `${resource}.${id}.${languageId}`;

export interface DeskLanguage {
  id: string;
  code: string;
  name: string;
}

/** Shortened to what a line holds; HTML as what is read of it. */
export const glance = (text: string, html: boolean) => {
  const plain = html ? lineOf(text) : text;
  return plain.length > 220 ? `${plain.slice(0, 220)}…` : plain;
};
