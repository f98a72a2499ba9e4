import argon2 from "@node-rs/argon2";

// OWASP's first choice for argon2id; about 10 ms. The library's own default is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// The hash of a random password: it is checked where there is no hash, so that an unknown address takes the same time.
const nobodysHash = "$argon2id$v=19$m=19456,t=2,p=1$wy3gV2GBN1m1kdyA1+H8eQ$tE4lWy3v00vgF1IIa5J4r490/+4UVW+oD8OmrSZlDEw";

export const hashPassword = (password: string) => argon2.hash(password, cost);

/** Whether `password` matches `stored`; without a stored hash it takes the same time and never matches. */
export async function verifyPassword(stored: string | null | undefined, password: string) {
  const right = await argon2.verify(stored ?? nobodysHash, password);
  return right && Boolean(stored);
}
