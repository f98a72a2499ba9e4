import { z } from "zod";
import { inWords } from "./zod-words.rules";

// Imported before the kit makes its schemas. What schemas refuse is said in the language of whoever sent it. The policy of
// our pages allows no eval, which Zod would try with the first object schema of each page, and the browser would report.
z.config({ customError: inWords, jitless: typeof window !== "undefined" });
