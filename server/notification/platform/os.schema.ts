import { z } from "zod";

/** The number of a system that apps run on. */
export const OsId = z.literal([1, 2, 3]).meta({ description: "1 Android, 2 iOS, 3 Web" });
