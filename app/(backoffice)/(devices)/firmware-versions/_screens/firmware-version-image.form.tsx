"use client";

import { Button, TextInput } from "@mantine/core";
import { IconCpu } from "@tabler/icons-react";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { messageOf, problemOf } from "@/components/kit/problem";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { DropZone } from "@/components/ui/drop-zone";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/etag.rules";
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
    <b>{file} cannot be used.</b> Nothing was changed.
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
    path.startsWith("lines.") ? `Line ${path.slice("lines.".length)}: ${message}` : message,
  );
  return lines.length > 0 ? lines : [messageOf(error)];
};

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
    setProgress("Checking every record…");
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
      const image = await readImage(chosen, (part) => setProgress(`Reading the file, ${Math.round(part * 100)}%`));
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
      notify(`The segments of ${file.fileName} are stored.`);
    });
  };

  const isReplacing = record.segments.length > 0;
  const found = preview.data;
  return (
    <div className={styles.upload}>
      <Section title={isReplacing ? "Replace them by those of an image" : "Upload an image"}>
        {!found && file?.format !== "binary" && (
          <DropZone
            icon={<IconCpu size={26} stroke={1.4} />}
            invitation={`Drop an Intel HEX file or a binary here, up to ${mostMb} MB, or`}
            choose="Choose an image"
            label="Firmware image"
            progress={progress}
            fault={fault && <FaultText fault={fault} />}
            onFile={take}
          />
        )}
        {!found && file?.format === "binary" && (
          <form
            className={styles.binary}
            onSubmit={(event) => {
              event.preventDefault();
              if (startAddress !== undefined) check(file, startAddress);
            }}
          >
            <p>
              <b>{file.fileName}</b> is a binary: it does not say where it goes.
            </p>
            <TextInput
              label="First address"
              value={start}
              onChange={(event) => setStart(event.currentTarget.value)}
              error={startAddress === undefined && "Give up to eight hex digits, such as 0x08000000."}
            />
            <div className={styles.actions}>
              <Button variant="default" onClick={clear}>
                Choose another file
              </Button>
              <Button type="submit" loading={preview.isPending} disabled={startAddress === undefined}>
                Check image
              </Button>
            </div>
          </form>
        )}
        {found && file && (
          <div className={styles.preview}>
            <p role="status">
              <b>{file.fileName}</b> is good: {segmentsText(found.segments)}
              {found.entryPoint !== null && `, the program begins at ${address(found.entryPoint)}`}.
            </p>
            <SegmentList segments={found.segments} />
            <div className={styles.actions}>
              <Button variant="default" onClick={clear} disabled={upload.isPending}>
                Choose another file
              </Button>
              <Button onClick={() => (isReplacing ? setIsAsking(true) : store())} loading={upload.isPending}>
                {isReplacing ? "Replace segments" : "Store segments"}
              </Button>
            </div>
          </div>
        )}
        {isAsking && found && file && (
          <Dialog title="Replace the segments?" onClose={() => setIsAsking(false)}>
            <p>
              The stored ones ({segmentsText(record.segments)}) are deleted and those of {file.fileName} take their
              place ({segmentsText(found.segments)}). Devices that ask for this version get the new ones.
            </p>
            <DialogActions>
              <Button variant="default" onClick={() => setIsAsking(false)}>
                Keep them
              </Button>
              <Button color="red" onClick={store}>
                Replace segments
              </Button>
            </DialogActions>
          </Dialog>
        )}
      </Section>
    </div>
  );
}
