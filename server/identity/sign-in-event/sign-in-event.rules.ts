/** What was refused or asked for. */
export const signInKindWords = {
  "sign-in": "Sign-in",
  "second-factor": "Second factor",
  password: "Own password",
  "switch-to": "Switch-to password",
  code: "Code by e-mail",
  reset: "Password reset",
} as const;
export type SignInKind = keyof typeof signInKindWords;

/** Why. */
export const signInReasonWords = {
  wrong: "Wrong, or no account",
  "too-many": "Too many tries",
  "not-activated": "Not activated",
  disabled: "Disabled",
  "not-enrolled": "No second factor yet",
  asked: "Asked for",
} as const;
export type SignInReason = keyof typeof signInReasonWords;

/** For how many days events are kept. */
export const signInDays = 90;
