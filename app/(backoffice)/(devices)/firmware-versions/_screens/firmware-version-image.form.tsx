"use client";

import { Button, TextInput } from "@mantine/core";
import { IconCpu } from "@tabler/icons-react";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { messageOf, problemOf } from "@/components/kit/problem";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { DropZone } from "@/components/ui/drop-zone";
import { notify } from "@/components/ui/notice";
import { percentText } from "@/server/kit/value/count.rules";
import { etagOf } from "@/server/kit/value/etag.rules";
import type { AppRouter } from "@/server/root";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import { faultOf, type ImageFile, mostMb, readAddress, readImage } from "./firmware-image.rules";
import { address, type FirmwareVersion } from "./firmware-version.words";
import styles from "./firmware-version-image.module.css";
import { SegmentList, segmentsText } from "./firmware-version-segment.list";

interface Fault {
  file: string;
  messages: string[];
}

const FaultText = ({ fault: { file, messages } }: { fault: Fault }) => (
  <>
    <b>{t("{file} cannot be used.", { file })}</b> {t("Nothing was changed.")}
    <ul>
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  </>
);

/** Every fault that the server found, each by its line. */
const faultsOf = (error: unknown): string[] => {
  const errors = problemOf(error)?.errors ?? [];
  const lines = errors.map(({ path, message }) =>
    path.startsWith("lines.") ? t("Line {line}: {message}", { line: path.slice("lines.".length), message }) : message,
  );
  return lines.length > 0 ? lines : [messageOf(error)];
};

interface BinaryProps {
  fileName: string;
  /** the start address as it is typed, and as it is read; undefined for what is none */
  start: string;
  startAddress: number | undefined;
  isChecking: boolean;
  onChange: (start: string) => void;
  onClear: () => void;
  onCheck: (startAddress: number) => void;
}

/** Asks for the address that a binary file does not hold. */
const BinaryStart = ({ fileName, start, startAddress, isChecking, onChange, onClear, onCheck }: BinaryProps) => (
  <form
    className={styles.binary}
    onSubmit={(event) => {
      event.preventDefault();
      if (startAddress !== undefined) onCheck(startAddress);
    }}
  >
    <p>
      <Rich
        text="<b>{fileName}</b> is a binary file. It does not contain a start address."
        values={{ fileName }}
        parts={{ b: (words) => <b>{words}</b> }}
      />
    </p>
    <TextInput
      label={t("Start address")}
      value={start}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={startAddress === undefined && t("Enter up to eight hexadecimal digits, such as 0x08000000.")}
    />
    <div className={styles.actions}>
      <Button variant="default" onClick={onClear}>
        {t("Choose another file")}
      </Button>
      <Button type="submit" loading={isChecking} disabled={startAddress === undefined}>
        {t("Check image")}
      </Button>
    </div>
  </form>
);

type Checked = inferRouterOutputs<AppRouter>["firmwareVersions"]["previewImage"];

interface FoundProps {
  fileName: string;
  found: Checked;
  isReplacing: boolean;
  isStoring: boolean;
  onClear: () => void;
  onStore: () => void;
}

/** What a good image holds, and the way to store it. */
const Found = ({ fileName, found, isReplacing, isStoring, onClear, onStore }: FoundProps) => (
  <div className={styles.preview}>
    <p role="status">
      <Rich
        text="<b>{fileName}</b> is valid: {segments}."
        values={{ fileName, segments: segmentsText(found.segments) }}
        parts={{ b: (words) => <b>{words}</b> }}
      />{" "}
      {found.entryPoint !== null && t("The program starts at {address}.", { address: address(found.entryPoint) })}
    </p>
    <SegmentList segments={found.segments} />
    <div className={styles.actions}>
      <Button variant="default" onClick={onClear} disabled={isStoring}>
        {t("Choose another file")}
      </Button>
      <Button onClick={onStore} loading={isStoring}>
        {isReplacing ? t("Replace segments") : t("Store segments")}
      </Button>
    </div>
  </div>
);

interface ReplaceProps {
  fileName: string;
  before: FirmwareVersion["segments"];
  after: Checked["segments"];
  onClose: () => void;
  onReplace: () => void;
}

const ReplaceDialog = ({ fileName, before, after, onClose, onReplace }: ReplaceProps) => (
  <Dialog title={t("Replace the segments?")} onClose={onClose}>
    <p>
      {t(
        "The stored segments ({before}) are deleted and replaced with those of {fileName} ({after}). Devices that request this version receive the new segments.",
        { before: segmentsText(before), fileName, after: segmentsText(after) },
      )}
    </p>
    <DialogActions>
      <Button variant="default" onClick={onClose}>
        {t("Keep them")}
      </Button>
      <Button color="red" onClick={onReplace}>
        {t("Replace segments")}
      </Button>
    </DialogActions>
  </Dialog>
);

/** An image file is checked first; what it holds is shown, and then put in place of the segments. */
export function FirmwareVersionImageForm({ record }: { record: FirmwareVersion }) {
  const preview = trpc.firmwareVersions.previewImage.useMutation();
  const upload = trpc.firmwareVersions.uploadImage.useMutation();
  const [file, setFile] = useState<ImageFile>();
  const [start, setStart] = useState(address(record.segments[0]?.startAddress ?? 0));
  const [fault, setFault] = useState<Fault>();
  const [progress, setProgress] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const startAddress = file?.format === "binary" ? readAddress(start) : undefined;

  const clear = () => {
    setFile(undefined);
    setIsAsking(false);
    preview.reset();
  };
  const refuse = (fileName: string, messages: string[]) => {
    clear();
    setFault({ file: fileName, messages });
  };
  const check = async (image: ImageFile, at?: number) => {
    setProgress(t("Checking the image…"));
    try {
      await preview.mutateAsync({ id: record.id, ...image, startAddress: at });
    } catch (error) {
      refuse(image.fileName, faultsOf(error));
    }
    setProgress(undefined);
  };
  const take = async (chosen: File) => {
    clear();
    setFault(undefined);
    const message = faultOf(chosen);
    if (message) return refuse(chosen.name, [message]);
    try {
      const image = await readImage(chosen, (part) =>
        setProgress(t("Reading the file: {part}", { part: percentText(part) })),
      );
      setProgress(undefined);
      setFile(image);
      if (image.format === "intel-hex") await check(image);
    } catch (error) {
      setProgress(undefined);
      refuse(chosen.name, [messageOf(error)]);
    }
  };
  const store = async () => {
    if (!file || !preview.data) return;
    setIsAsking(false);
    const { sha256 } = preview.data;
    await attempt(async () => {
      await upload.mutateAsync({ id: record.id, ...file, startAddress, sha256, ifMatch: etagOf(record) });
      clear();
      notify(t("Segments of {fileName} stored", { fileName: file.fileName }));
    });
  };

  const isReplacing = record.segments.length > 0;
  const found = preview.data;
  return (
    <div className={styles.upload}>
      <Section title={isReplacing ? "Replace the segments with a new image" : "Upload an image"}>
        {!found && file?.format !== "binary" && (
          <DropZone
            icon={<IconCpu size={26} stroke={1.4} />}
            invitation={t("Drop an Intel HEX file or a binary here, up to {limit} MB, or", { limit: mostMb })}
            choose={t("Choose an image")}
            label={t("Firmware image")}
            progress={progress}
            fault={fault && <FaultText fault={fault} />}
            onFile={take}
          />
        )}
        {!found && file?.format === "binary" && (
          <BinaryStart
            fileName={file.fileName}
            start={start}
            startAddress={startAddress}
            isChecking={preview.isPending}
            onChange={setStart}
            onClear={clear}
            onCheck={(at) => check(file, at)}
          />
        )}
        {found && file && (
          <Found
            fileName={file.fileName}
            found={found}
            isReplacing={isReplacing}
            isStoring={upload.isPending}
            onClear={clear}
            onStore={() => (isReplacing ? setIsAsking(true) : store())}
          />
        )}
        {isAsking && found && file && (
          <ReplaceDialog
            fileName={file.fileName}
            before={record.segments}
            after={found.segments}
            onClose={() => setIsAsking(false)}
            onReplace={store}
          />
        )}
      </Section>
    </div>
  );
}
