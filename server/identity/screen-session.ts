import { headers } from "next/headers";
import { cache } from "react";
import { screenActor } from "./authenticate";

/** The person whose screen is being rendered; null for nobody. Asked once per request. */
export const currentActor = cache(async () => screenActor((await headers()).get("cookie")));
