/** Every `code` a client can meet, with its status and title (decisions 0, RFC 9457). */
export const errorCodes = {
  invalid_input: [400, "The request does not have the declared shape"],
  idempotency_not_supported: [400, "This operation takes no Idempotency-Key"],
  credentials_missing: [401, "Credentials are missing"],
  wrong_scheme: [401, "This operation takes credentials of another kind"],
  token_invalid: [401, "The token is not valid"],
  token_expired: [401, "The access token has expired"],
  session_ended: [401, "The session has ended"],
  invalid_credentials: [401, "E-mail or password is wrong"],
  second_factor_required: [401, "A code of the second factor is needed in addition to the password"],
  invalid_second_factor: [401, "The code of the second factor is wrong or was used before"],
  second_factor_enrolment_required: [403, "Staff must set up a second factor before anything else"],
  forbidden: [403, "Not allowed"],
  key_invalid: [403, "The API key is wrong, has expired or was revoked"],
  account_not_activated: [403, "The account is not activated yet"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "This path does not support that method"],
  version_mismatch: [412, "The record was changed in the meantime"],
  payload_too_large: [413, "The request is too large"],
  unsupported_media_type: [415, "The request's content type is not accepted here"],
  range_not_satisfiable: [416, "The file has no such part"],
  duplicate: [422, "That value is already in use"],
  unknown_reference: [422, "A referenced record does not exist"],
  in_use: [422, "The record is still in use"],
  idempotency_key_reused: [422, "This Idempotency-Key was already used with another input"],
  password_wrong: [422, "The password is not the caller's"],
  password_too_weak: [422, "The password is too easy to guess"],
  code_wrong: [422, "The code is wrong, was used before or has expired"],
  link_invalid: [422, "The link is no longer valid"],
  state_not_allowed: [422, "The record's state does not allow this"],
  period_overlaps: [422, "Another period is in the way"],
  plan_outdated: [422, "The plan was made again or has expired since it was looked at"],
  last_administrator: [422, "An administrator has to be left"],
  rule_broken: [422, "The request breaks a rule"],
  too_many_requests: [429, "Too many requests"],
  headers_too_large: [431, "The address and headers of the request are too long"],
  internal: [500, "Something went wrong on our side"],
  unavailable: [503, "The service is not available for a moment"],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errorCodes;
export interface FieldError {
  path: string;
  message: string;
}
