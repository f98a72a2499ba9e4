import { nameFault } from "@/server/kit/value/address.rules";
import { Text, without } from "./wire";

/**
 * One line of at most `max` characters that may stand in mails to addresses that anybody may give, such as the name of a
 * person, company, team or role: no web or mail address, and nothing that cannot be seen (ADR 91).
 */
export const NameText = (max: number) => Text(max).check(without(nameFault));
