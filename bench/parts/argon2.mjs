// The bare limit of a login: argon2id alone, at the cost of our password hashes, so many at once, in a process of its own.
import { hash, verify } from "@node-rs/argon2";

const stored = await hash("Bench-pass-2026", { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

process.on("message", async ({ connections, count }) => {
  let left = count;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) await verify(stored, "Bench-pass-2026");
    }),
  );
  process.send(count / ((performance.now() - begun) / 1000));
});
process.on("disconnect", () => process.exit());
