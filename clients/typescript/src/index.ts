export { memoryTokens, PersdeskClient, type PersonOptions, type ServiceOptions } from "./client.js";
export { type FailureCode, isFailure, PersdeskError } from "./errors.js";
export { ifMatch } from "./request.js";
export type {
  Answer,
  CallOptions,
  DataOf,
  ErrorCode,
  Input,
  ListId,
  OperationId,
  RowOf,
  Schema,
  TokenStore,
  Tokens,
} from "./types.js";
export type { Upload } from "./upload.js";
