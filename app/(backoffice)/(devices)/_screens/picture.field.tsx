"use client";

import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { Allowed, useStanding } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import type { Resource } from "@/components/kit/resource";
import { notify } from "@/components/ui/notice";
import { pictureCap } from "@/server/platform/file/picture.schema";
import { t } from "@/texts/t";
import styles from "./picture.module.css";

interface Props {
  /** whose picture it is */
  of: Resource;
  title: string;
  url: string | null;
  /** what the picture shows */
  alt: string;
  /** base64 of a file, or null to take the picture away */
  save: (picture: string | null) => Promise<unknown>;
}

const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(new Error("The file could not be read."));
    reader.readAsDataURL(file);
  });

/** A picture with the ways to change it; a file may also be dropped on it. */
export function PictureEditor({ of, title, url, alt, save }: Props) {
  const { isHeld, isShown } = useStanding()(of.may.write);
  const inputRef = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    await attempt(work);
    setIsBusy(false);
  };
  const take = (file: File | undefined) => {
    if (!file || !isHeld) return;
    if (file.size > pictureCap) notify(t("This picture is larger than 5 MB. Choose a smaller one."), { tone: "bad" });
    else run(async () => save(await base64Of(file)));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the button below
    <div
      className={styles.editor}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <h2>{t(title)}</h2>
      {url ? (
        // biome-ignore lint/performance/noImgElement: it comes from our own API, already small enough
        <img className={styles.picture} src={url} alt={alt} />
      ) : (
        <div className={styles.none}>{t("No picture yet")}</div>
      )}
      {isShown && (
        <div className={styles.actions}>
          <input
            ref={inputRef}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            hidden
            aria-label={t("Choose a picture")}
            onChange={(event) => {
              take(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
          <Allowed needs={of.may.write}>
            <Button variant="default" loading={isBusy} onClick={() => inputRef.current?.click()}>
              {url ? t("Replace picture") : t("Choose picture")}
            </Button>
            {url && (
              <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => run(() => save(null))}>
                {t("Remove")}
              </Button>
            )}
          </Allowed>
          <span className={styles.help}>{t("PNG, JPEG or WebP, up to 5 MB")}</span>
        </div>
      )}
    </div>
  );
}
