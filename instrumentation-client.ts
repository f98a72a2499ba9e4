import { config } from "zod/v4/core";

// zod would try whether it may make functions from text. Our content security policy does not allow that, and the browser
// reports every try.
config({ jitless: true });
