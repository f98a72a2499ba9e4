"use client";

import { createContext, useContext, useEffect } from "react";

/** How a field is called and how its value reads; the conflict view shows fields as the form does. */
export interface FieldWords {
  label: string;
  show?: (value: unknown) => string;
}

export const FieldWordsContext = createContext<Map<string, FieldWords>>(new Map());

/** Makes a field known to the form it stands in. */
export function useFieldWords(name: string, words: FieldWords) {
  const all = useContext(FieldWordsContext);
  useEffect(() => {
    all.set(name, words);
  });
}
