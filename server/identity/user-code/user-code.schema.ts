import { z } from "zod";

/** A code that came by mail. */
export const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, "Give the six digits of the code.");
