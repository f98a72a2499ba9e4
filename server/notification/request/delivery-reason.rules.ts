/** Why a message was skipped or waits; what follows a colon in the stored reason are names. */
export const deliveryReasonWords = {
  opted_out: "opted out",
  company_off: "switched off by their company",
  no_app: "they do not have this app",
  no_device: "no device in this app",
  unknown_person: "no active account",
  no_value: "no value for a token",
  sender_off: "the sender is off",
  quiet_hours: "quiet hours",
  hourly_cap: "too many in an hour",
  expired: "expired",
  cancelled: "cancelled",
  dropped: "dropped after a recovery",
} as const;
