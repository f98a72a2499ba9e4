import { checkedInput, fieldsOf, inputSchemaOf, type Procedure } from "./rest-plan";
import { readQuery } from "./rest-text";

/**
 * What a list is asked for by the filters that an address or a view of it says; what it does not know is left out.
 * @param more what the address does not say, such as the company
 * @throws AppError, ZodError for a value that the list refuses
 */
export function listInputOf(procedure: Procedure, query: URLSearchParams, more: object = {}): object {
  const input: Record<string, unknown> = { ...more };
  readQuery(fieldsOf(inputSchemaOf(procedure)), query, input);
  return checkedInput(procedure, input) as object; // a list takes an object
}
