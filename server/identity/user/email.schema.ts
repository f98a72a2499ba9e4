import { z } from "zod";

/** An e-mail address, in lower case. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email("Give an e-mail address."));
