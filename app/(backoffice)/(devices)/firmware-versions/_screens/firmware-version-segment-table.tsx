import { cell, NumberHead, PlainTable } from "@/components/ui/plain-table";
import { Copyable } from "@/components/ui/value";
import styles from "./firmware-version.module.css";
import { address, bytesText, type FirmwareVersion } from "./firmware-version.words";

type Segments = FirmwareVersion["segments"];

export const segmentsText = (segments: Segments) => {
  const total = segments.reduce((sum, segment) => sum + segment.length, 0);
  return `${segments.length === 1 ? "1 segment" : `${segments.length} segments`}, ${bytesText(total)} in all`;
};

/** Where a version's parts go in the module's memory. */
export const SegmentTable = ({ segments }: { segments: Segments }) => (
  <PlainTable
    className={styles.segments}
    heads={[
      <NumberHead key="index">Index</NumberHead>,
      "First address",
      "Last address",
      <NumberHead key="length">Length</NumberHead>,
      "CRC-32",
    ]}
  >
    {segments.map((segment) => (
      <tr key={segment.index}>
        <td className={cell.number}>{segment.index}</td>
        <td className={cell.mono}>{address(segment.startAddress)}</td>
        <td className={cell.mono}>{address(segment.startAddress + segment.length - 1)}</td>
        <td className={cell.number} title={`${segment.length.toLocaleString("en")} bytes`}>
          {bytesText(segment.length)}
        </td>
        <td>
          <Copyable value={segment.crc32} />
        </td>
      </tr>
    ))}
  </PlainTable>
);
