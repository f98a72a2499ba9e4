import { parseArgs } from "node:util";
import { env } from "@/env/env";
import { NotEmpty, NotTheDemo, seedDemo } from "./demo";

// `npm run db:seed -- [--demo] [--scale N] [--seed N] [--batch N] [--reset]`, and the first `npm start`.

function stopWith(line: string): never {
  console.error(`persdesk: ${line}`);
  process.exit(1);
}

function wholeNumber(text: string | undefined, name: string, most: number) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most)
    stopWith(`--${name} must be a whole number from 1 to ${most}.`);
  return number;
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        scale: { type: "string" },
        seed: { type: "string" },
        batch: { type: "string" },
        reset: { type: "boolean" },
        demo: { type: "boolean" }, // for scripts/database.mjs, which asks for it where the database is not the embedded one
      },
    });
    return {
      scale: wholeNumber(values.scale, "scale", 10_000_000),
      seed: wholeNumber(values.seed, "seed", 1_000_000),
      batch: wholeNumber(values.batch, "batch", 1_000_000),
      reset: values.reset,
    };
  } catch (error) {
    return stopWith((error as Error).message);
  }
}

if (!env.PERSDESK_DEMO) stopWith("The demo has known passwords and is for demo mode only.");
const begun = Date.now();
await seedDemo(env.DATABASE_URL, options()).catch((error: unknown) => {
  if (error instanceof NotEmpty) stopWith("This database holds data already. Add --reset to replace all of it.");
  if (error instanceof NotTheDemo) stopWith("This database holds data that is not the demo's: it is not emptied.");
  throw error;
});
console.log(`persdesk: demo data written in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
