import { Fragment, type ReactNode } from "react";
import { t, type Values } from "./t";

interface Props {
  /** the English text, in which `<name>words</name>` or `<name/>` is drawn by the part of that name */
  text: string;
  values?: Values;
  parts: Readonly<Record<string, (words: string) => ReactNode>>;
}

/** Numbers are filled in first: they decide plurals, and none looks like a part. */
const numbersOf = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "number"));

/** A sentence with parts that are more than text, such as a link within it: `t` for those. */
export const Rich = ({ text, values = {}, parts }: Props) =>
  // A text is filled in after the split, so that no value is taken for a part.
  t(text, numbersOf(values))
    .split(/(<\w+\/>|<\w+>.*?<\/\w+>)/)
    .map((piece, at) => {
      const [, name = "", words = ""] = /^<(\w+)\/?>(?:(.*)<\/\w+>)?$/.exec(piece) ?? [];
      const draw = parts[name];
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
      return <Fragment key={at}>{draw ? draw(t(words, values)) : t(piece, values)}</Fragment>;
    });
