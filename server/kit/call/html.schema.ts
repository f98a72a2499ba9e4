import { z } from "zod";
import { cleanHtml, isHtmlEmpty } from "@/server/kit/value/html.rules";
import { plainBreaks, textFault } from "@/server/kit/value/text.rules";
import { without } from "./wire";

/** Formatted text of at most `max` characters, stored as `cleanHtml` leaves it; where nothing is left, it is refused. */
export const HtmlText = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .check(without(textFault))
    .overwrite((html) => cleanHtml(plainBreaks(html)))
    .max(max)
    .refine((html) => !isHtmlEmpty(html), "This field is required.")
    .meta({ description: "HTML; what is not allowed in texts is taken out before it is stored" });
