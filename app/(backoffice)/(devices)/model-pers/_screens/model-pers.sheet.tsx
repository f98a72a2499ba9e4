"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { LinkTo } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { PictureEditor } from "../../_screens/picture.field";
import { pers } from "../../pers/pers.resource";
import { modelPers } from "../model-pers.resource";
import { ModelPersForm } from "./model-pers.form";

export function ModelPersSheet({ id }: { id: string }) {
  const setPicture = trpc.modelPers.setPicture.useMutation();
  return (
    <ResourceSheet
      of={modelPers}
      id={id}
      about={[
        "label",
        "description",
        [
          "PERS devices",
          <LinkTo key="devices" href={pers.list({ modelPERSId: id })}>
            {t("Show devices")}
          </LinkTo>,
        ],
      ]}
      edit={(record) => <ModelPersForm record={record} />}
      overview={(record) => (
        <PictureEditor
          of={modelPers}
          title="Picture"
          url={record.picture}
          alt={record.label}
          save={(picture) => setPicture.mutateAsync({ id, picture, ifMatch: etagOf(record) })}
        />
      )}
      remove={() => ({ title: "Show devices", href: pers.list({ modelPERSId: id }) })}
    />
  );
}
