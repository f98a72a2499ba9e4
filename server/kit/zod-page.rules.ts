import { z } from "zod";

// The policy of our pages allows no eval. Zod would try it with the first object schema of each page, which the browser
// reports as a violation. Imported before the kit makes its schemas.
if (typeof window !== "undefined") z.config({ jitless: true });
