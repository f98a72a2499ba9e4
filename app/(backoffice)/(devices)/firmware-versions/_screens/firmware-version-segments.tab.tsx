"use client";

import { useMay } from "@/components/kit/viewer";
import { firmwareVersions } from "../firmware-version.resource";
import styles from "./firmware-version.module.css";
import type { FirmwareVersion } from "./firmware-version.words";
import { FirmwareVersionImageForm } from "./firmware-version-image.form";
import { SegmentList, segmentsText } from "./firmware-version-segment.list";

/** A version's segments, and the way to put those of an image file in their place. */
export function FirmwareVersionSegmentsTab({ record }: { record: FirmwareVersion }) {
  const mayWrite = useMay()(firmwareVersions.may.write);
  const { segments } = record;
  return (
    <>
      {segments.length > 0 && <p className={styles.lead}>{segmentsText(segments)}</p>}
      <SegmentList segments={segments} />
      {mayWrite && <FirmwareVersionImageForm record={record} />}
    </>
  );
}
