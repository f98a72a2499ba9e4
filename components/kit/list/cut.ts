import { isValidElement, type ReactNode } from "react";
import { LinkTo, Mark, None, OnOff, Status, When } from "@/components/ui/value";
import { RecordLink } from "../record-link";
import type { AnyColumn } from "./definition";

// A cell that cuts off what is too long for it is a layer of its own, and each step of scrolling goes through all layers of a list.

/** So many letters always have room in a cell, be they all wide. */
const roomy = 24;
/** What is always short. */
const shortParts: readonly unknown[] = [None, Mark, OnOff, Status, When];
/** What shows what it is given, and no more. */
const frames: readonly unknown[] = [LinkTo, RecordLink];

/** The letters that something shows, as far as they can be known without drawing it; any number else. */
function lettersOf(shown: ReactNode): number {
  if (typeof shown === "string" || typeof shown === "number") return String(shown).length;
  if (!isValidElement<{ children?: ReactNode }>(shown)) return shown ? Number.POSITIVE_INFINITY : 0;
  if (shortParts.includes(shown.type)) return 0;
  const isFrame = typeof shown.type === "string" || frames.includes(shown.type);
  return isFrame ? lettersOf(shown.props.children) : Number.POSITIVE_INFINITY;
}

/**
 * Whether what a cell shows may be too long for it.
 * @param width px, where somebody gave the column one
 */
export const mayBeCut = (shown: ReactNode, { isShort }: Pick<AnyColumn, "isShort">, width: number | undefined) =>
  width !== undefined || (!isShort && lettersOf(shown) > roomy);
