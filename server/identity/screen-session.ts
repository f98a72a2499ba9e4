import { headers } from "next/headers";
import { cache } from "react";
import { screenActor } from "./authenticate";

/** The person at the screen that is being rendered; null for nobody. Asked once a request. */
export const currentActor = cache(async () => screenActor((await headers()).get("cookie")));
