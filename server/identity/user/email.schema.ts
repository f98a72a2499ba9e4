import { z } from "zod";

/** An e-mail address, in lower case. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email("Give an e-mail address."));

/** The address of a person whom another record names. */
export const PersonEmail = z
  .string()
  .nullable()
  .meta({ description: "Null for callers who may not read people of that kind." });
