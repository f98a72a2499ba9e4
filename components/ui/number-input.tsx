"use client";

import { NumberInput as MantineNumberInput, type NumberInputProps } from "@mantine/core";
import { decimalSign, decimalSigns } from "@/server/kit/value/numbers.rules";

/** A number as the reader's language writes it: "1.5", "1,5". Thousands are not grouped. */
export const NumberInput = (props: NumberInputProps) => (
  <MantineNumberInput decimalSeparator={decimalSign()} allowedDecimalSeparators={decimalSigns()} {...props} />
);
