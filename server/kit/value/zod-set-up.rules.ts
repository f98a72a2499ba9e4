import { z } from "zod";
import { inWords } from "./zod-words.rules";

// Imported before the kit makes its schemas: what they refuse is said in the sender's language.
z.config({ customError: inWords });
