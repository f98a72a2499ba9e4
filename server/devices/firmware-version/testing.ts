/** One record of an Intel HEX file with its checksum. */
export function record(type: number, offset: number, data: Buffer | number[] = []) {
  const bytes = Buffer.from([data.length, offset >> 8, offset & 0xff, type, ...data]);
  const sum = bytes.reduce((total, value) => total + value, 0);
  return `:${Buffer.concat([bytes, Buffer.from([-sum & 0xff])])
    .toString("hex")
    .toUpperCase()}`;
}

/** The record that ends a file. */
export const end = ":00000001FF";

/** These records as a file. */
export const hexFile = (...lines: string[]) => Buffer.from(`${lines.join("\r\n")}\r\n`);
