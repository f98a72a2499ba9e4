import { env } from "./env";

/** The settings that a program of ours needs beside its database, as text, with the secrets of this process. */
export const secretSettings = () => ({
  APP_URL: env.APP_URL,
  NEXTAUTH_SECRET: env.NEXTAUTH_SECRET.map(({ secret }) => secret).join(","),
  JWT_PRIVATE_KEY: env.JWT_PRIVATE_KEY.join(""),
  DATA_KEYS: env.DATA_KEYS.map(({ id, secret }) => `${id}:${secret}`).join(","),
});
