import { z } from "zod";
import { get } from "@/server/kit/call/meta";
import { open, router } from "@/server/kit/call/procedure";
import { OsId } from "./os.schema";

const Os = z.object({ id: OsId, labelOS: z.string() }).meta({ id: "OSDTO" });

const items: z.infer<typeof Os>[] = [
  { id: 1, labelOS: "Android" },
  { id: 2, labelOS: "iOS" },
  { id: 3, labelOS: "Web" },
];

/** The systems that apps run on (notification document, OS). */
export const osRouter = router({
  list: open(get("/os", { section: "N OS", auth: "none" }))
    .input(z.object({}))
    .output(z.object({ items: z.array(Os) }).meta({ id: "ListOSDTO" }))
    .query(() => ({ items })),
});
