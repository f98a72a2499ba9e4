import { z } from "zod";

/** An e-mail address, in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("Give an e-mail address."))
  .meta({ format: "email" });

/** The same in an answer: declared and not checked, as `Instant` is. */
export const ShownEmail = z.string().meta({ format: "email" });

/** The address of a person whom another record names. */
export const PersonEmail = ShownEmail.nullable().meta({
  description: "Null for callers who may not read people of that kind.",
});
