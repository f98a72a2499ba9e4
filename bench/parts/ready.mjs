// @ts-check
import { build, isBuilt } from "../../scripts/build.mjs";
import { ensureChromium } from "../../scripts/chromium.mjs";
import { checkNode, ensureDependencies } from "../../scripts/command.mjs";
import { fail } from "../../scripts/plain.mjs";
import { say } from "./say.mjs";

/**
 * Gets what a bench needs before it measures anything, on a fresh machine too: packages, Chromium, a build. Import this
 * first, and the rest of the bench dynamically behind it, for the packages may not be there yet.
 * @param {{ browser?: boolean, built?: boolean }} needs
 */
export async function ready({ browser = false, built = true }) {
  try {
    checkNode();
    await ensureDependencies(say);
    if (browser) await ensureChromium(say);
    if (!built || isBuilt()) return;
    say("building");
    const begun = Date.now();
    await build();
    say(`built in ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  } catch (error) {
    fail(error);
  }
}
