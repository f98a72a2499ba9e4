"use client";

import { useMay } from "@/components/kit/viewer";
import { firmwareVersions } from "../firmware-version.resource";
import styles from "./firmware-version.module.css";
import type { FirmwareVersion } from "./firmware-version.words";
import { FirmwareVersionImageForm } from "./firmware-version-image.form";
import { SegmentTable, segmentsText } from "./firmware-version-segment-table";

/** A version's segments, and the way to put those of an image file in their place. */
export function FirmwareVersionSegmentsTab({ record }: { record: FirmwareVersion }) {
  const mayWrite = useMay()(firmwareVersions.may.write);
  const { segments } = record;
  return (
    <>
      <p className={styles.lead}>
        {segments.length === 0
          ? "It has no segments yet. Upload its image here, or let the build system do it over the API."
          : segmentsText(segments)}
      </p>
      {segments.length > 0 && <SegmentTable segments={segments} />}
      {mayWrite && <FirmwareVersionImageForm record={record} />}
    </>
  );
}
