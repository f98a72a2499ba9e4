import { z } from "zod";
import { get } from "@/server/kit/meta";
import { open, router } from "@/server/kit/procedure";

const Os = z.object({ id: z.int(), labelOS: z.string() }).meta({ id: "OSDTO" });

const items = [
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
