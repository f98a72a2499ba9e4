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
  <div className={styles.scroll}>
    <table className={`${styles.table} ${styles.segments}`}>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            Index
          </th>
          <th scope="col">First address</th>
          <th scope="col">Last address</th>
          <th scope="col" className={styles.number}>
            Length
          </th>
          <th scope="col">CRC-32</th>
        </tr>
      </thead>
      <tbody>
        {segments.map((segment) => (
          <tr key={segment.index}>
            <td className={styles.number}>{segment.index}</td>
            <td className={styles.mono}>{address(segment.startAddress)}</td>
            <td className={styles.mono}>{address(segment.startAddress + segment.length - 1)}</td>
            <td className={styles.number} title={`${segment.length.toLocaleString("en")} bytes`}>
              {bytesText(segment.length)}
            </td>
            <td>
              <Copyable value={segment.crc32} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
