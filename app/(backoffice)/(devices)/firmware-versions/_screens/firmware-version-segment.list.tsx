import { RowList } from "@/components/kit/list/row-list";
import { Copyable } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { address, bytesText, type FirmwareVersion } from "./firmware-version.words";

type Segments = FirmwareVersion["segments"];

export const segmentsText = (segments: Segments) => {
  const total = segments.reduce((sum, segment) => sum + segment.length, 0);
  return t("{count, plural, one {# segment} other {# segments}}, {size} in total", {
    count: segments.length,
    size: bytesText(total),
  });
};

/** Where a version's parts go in the module's memory. */
export const SegmentList = ({ segments }: { segments: Segments }) => (
  <RowList
    title="segments"
    rows={segments.map((segment) => ({ ...segment, id: String(segment.index) }))}
    columns={[
      { key: "index", title: "Index", width: "80px", align: "right" },
      { key: "startAddress", title: "First address", cell: (row) => <code>{address(row.startAddress)}</code> },
      { key: "id", title: "Last address", cell: (row) => <code>{address(row.startAddress + row.length - 1)}</code> },
      {
        key: "length",
        title: "Length",
        align: "right",
        cell: (row) => (
          <span title={t("{count} bytes", { count: formatted(row.length) })}>{bytesText(row.length)}</span>
        ),
      },
      { key: "crc32", title: "CRC-32", cell: (row) => <Copyable value={row.crc32} /> },
    ]}
    empty="No segments yet. Upload an image here, or let your build system upload it through the API."
  />
);
